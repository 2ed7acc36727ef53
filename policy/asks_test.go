package policy

import "testing"

func TestAsks(t *testing.T) {
	for text, want := range map[string]int{
		"jsq": 0, "jsq(d=3)": 3, "jsq(d=3, replace=true)": 0, "sed(d=2, rank=q)": 2, "hjsq": 2, "lsq(d=4)": 4,
		"scheme1(d=[2,2])": 0, "random": 0, "scd": 0,
	} {
		s, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Asks(); got != want {
			t.Errorf("%s asks %d servers, want %d", text, got, want)
		}
	}
}
