package fleet

import "math"

// Fields returns the fields of an object that [Read] reads.
func Fields() []string { return []string{"classes", "speeds", "normalise"} }

// Read reads a fleet from the fields of an object that tell of it: either
// classes or speeds, and normalise.
func Read(o Object) Fleet {
	classes, speeds := o.Get("classes"), o.Get("speeds")
	var f Fleet
	switch {
	case classes.Present() && speeds.Present():
		speeds.Fail("given beside classes, want one of the two")
	case speeds.Present():
		f.Classes = drawSpeeds(speeds)
	default:
		f.Classes = readClasses(classes)
	}
	normalise := o.Get("normalise").Or("false").Bool()
	if o.doc.err != nil {
		return Fleet{}
	}
	if f.Servers() > MaxServers {
		classes.Fail("%d servers in all, want at most %d", f.Servers(), MaxServers)
		return Fleet{}
	}
	if normalise {
		return f.Normalised()
	}
	return f
}

func readClasses(v Value) []Class {
	var classes []Class
	lines := make(map[string]int)
	for _, entry := range v.List("classes") {
		c := readClass(entry.Object("name", "servers", "speed", "workers", "buffer"))
		if line, twice := lines[c.Name]; twice {
			entry.Fail("class %s was given at line %d already, want every class once", c.Name, line)
		}
		lines[c.Name] = entry.Place().Line
		classes = append(classes, c)
	}
	return classes
}

func readClass(o Object) Class {
	c := Class{
		Servers: o.Get("servers").Int(1, MaxServers),
		Speed:   readSpeed(o.Get("speed")),
		Workers: readWorkers(o),
		Buffer:  o.Get("buffer").Or(".inf").IntOrInf(1, MaxBuffer),
	}
	if buffer := o.Get("buffer"); c.Buffer > 0 && c.Buffer < c.Workers {
		buffer.Want("at least the %d workers, or .inf", c.Workers)
	}
	c.Name = readLabel(o.Get("name"), c.Speed, c.Workers)
	return c
}

func readSpeed(v Value) float64 { return v.Number(MinSpeed, MaxSpeed) }

func readWorkers(o Object) int { return o.Get("workers").Or("1").Int(1, MaxWorkers) }

// readLabel reads the name of a class, which its speed and workers stand for
// when there is none.
func readLabel(v Value, speed float64, workers int) string {
	if v.Present() {
		return v.Name()
	}
	return label(speed, workers)
}

// drawSpeeds reads a law of speeds and draws one for every server, each of them
// a class of its own.
func drawSpeeds(v Value) []Class {
	o := v.Object("servers", "law", "min", "max", "seed")
	servers := o.Get("servers").Int(1, MaxDrawn)
	o.Get("law").Choice("uniform")
	low := readSpeed(o.Get("min"))
	high := o.Get("max").Number(max(low, MinSpeed), MaxSpeed)
	seed := o.Get("seed").Or("1").Int(0, math.MaxInt)
	if v.doc.err != nil {
		return nil
	}
	return uniformSpeeds(servers, low, high, uint64(seed))
}
