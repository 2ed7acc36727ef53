package fleet

// Config is the proxy's file.
type Config struct {
	Listen string // host:port; the host may be empty and the port 0
	Admin  string // host:port on a loopback address, or empty for none
	Pools  []Pool // exactly one
}

// Pool is a group of servers that share their requests by one policy.
type Pool struct {
	Name        string
	Policy      string // in its text form, which this package does not check
	PolicyPlace Place  // where it stands, for messages of those who check it
	Balancers   int    // how many balancers share the servers, this one included; at least 1
	Servers     []Server
}

// Server is one server of a pool.
type Server struct {
	Address string // host:port in its normal form, no two alike within a pool
	Class   string // servers of one class are alike in speed and workers
	Speed   float64
	Workers int
}

// Fleet returns the servers of the pool by class, in the order of the file.
func (p Pool) Fleet() Fleet {
	var f Fleet
	class := make(map[string]int)
	for _, s := range p.Servers {
		i, ok := class[s.Class]
		if !ok {
			i = len(f.Classes)
			class[s.Class] = i
			f.Classes = append(f.Classes, Class{s.Class, 0, s.Speed, s.Workers, Unbounded})
		}
		f.Classes[i].Servers++
	}
	return f
}

// LoadConfig reads the proxy's file of the given name.
func LoadConfig(file string) (*Config, error) {
	doc, err := Load(file)
	if err != nil {
		return nil, err
	}
	return readConfig(doc)
}

// ParseConfig reads the proxy's file from data.
func ParseConfig(file string, data []byte) (*Config, error) {
	doc, err := Parse(file, data)
	if err != nil {
		return nil, err
	}
	return readConfig(doc)
}

func readConfig(doc *Document) (*Config, error) {
	root := doc.Root().Object("listen", "admin", "pools")
	c := &Config{Listen: readListen(root.Get("listen"))}
	if admin := root.Get("admin"); admin.Present() {
		c.Admin = readAdmin(admin, c.Listen)
	}
	pools := root.Get("pools").List("pools")
	for _, v := range pools {
		c.Pools = append(c.Pools, readPool(v.Object("name", "policy", "balancers", "servers"), c.Listen))
	}
	if len(pools) > 1 {
		pools[1].Fail("got a second pool, want exactly one")
	}
	if err := doc.Err(); err != nil {
		return nil, err
	}
	return c, nil
}

func readListen(v Value) string {
	const want = "host:port to listen on, such as 127.0.0.1:8080 or :8080"
	normal, ok := normalListen(v.Text(want))
	if !ok {
		v.Want(want)
	}
	return normal
}

func readAdmin(v Value, listen string) string {
	const want = "host:port on a loopback address, such as 127.0.0.1:9090"
	normal, ok := normalListen(v.Text(want))
	switch {
	case !ok || !loopback(normal):
		v.Want(want)
	case reaches(normal, listen):
		v.Want("another address than that of listen")
	}
	return normal
}

// maxBalancers bounds the balancers that share a pool, each of which multiplies its own jobs by their number.
const maxBalancers = 1000

func readPool(o Object, listen string) Pool {
	p := Pool{
		Name:        o.Get("name").Name(),
		Policy:      o.Get("policy").Text("the text form of a policy"),
		PolicyPlace: o.Get("policy").Place(),
		Balancers:   o.Get("balancers").Or("1").Int(1, maxBalancers),
	}
	seen := ledger{listen: listen, servers: make(map[string]Value), classes: make(map[string]member)}
	for _, v := range o.Get("servers").List("servers") {
		p.Servers = append(p.Servers, seen.read(v.Object("address", "class", "speed", "workers")))
	}
	return p
}

// ledger remembers the servers of a pool, to notice contradictions.
type ledger struct {
	listen  string            // where the proxy listens
	servers map[string]Value  // by normal address
	classes map[string]member // by class, its first server
}

type member struct {
	Server
	line int
}

func (l ledger) read(o Object) Server {
	s := Server{
		Speed:   readSpeed(o.Get("speed").Or("1")),
		Workers: readWorkers(o),
	}
	s.Class = readLabel(o.Get("class"), s.Speed, s.Workers)
	s.Address = l.address(o.Get("address"))
	l.sameClass(o, s)
	return s
}

func (l ledger) address(v Value) string {
	const want = "host:port with a port from 1 to 65535, such as 10.0.0.1:80"
	normal, ok := normalAddress(v.Text(want))
	if !ok {
		v.Want(want)
		return ""
	}
	if first, twice := l.servers[normal]; twice {
		v.Want("each server once: %s is at line %d already", normal, first.Place().Line)
	}
	if reaches(normal, l.listen) {
		v.Want("another address than that of listen, or requests go round for ever")
	}
	l.servers[normal] = v
	return normal
}

// sameClass records a mistake when the server differs from the first of its
// class.
func (l ledger) sameClass(o Object, s Server) {
	first, ok := l.classes[s.Class]
	switch {
	case !ok:
		l.classes[s.Class] = member{s, o.Place().Line}
	case s.Speed != first.Speed:
		o.Get("speed").Or("1").Want("%g, the speed of class %s since line %d", first.Speed, s.Class, first.line)
	case s.Workers != first.Workers:
		o.Get("workers").Or("1").Want("%d, the workers of class %s since line %d", first.Workers, s.Class, first.line)
	}
}
