package fleet

import (
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/steelyard-lb/steelyard/internal/excerpt"
)

// brief cuts text that is long, and quotes what could blur a message.
func brief(text string) string {
	text = cut(text)
	for _, r := range text {
		if !strconv.IsPrint(r) {
			return strconv.Quote(text)
		}
	}
	return text
}

// cut shortens a text to what fits a message.
func cut(text string) string { return excerpt.Head(text, 60) }

// describe tells what stands at a node.
func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode && len(n.Content) == 0:
		return "an empty list"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		return fmt.Sprintf("the text %q", cut(n.Value))
	case n.ShortTag() == "!!null":
		return "nothing"
	}
	return brief(n.Value)
}
