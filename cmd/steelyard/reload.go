package main

import "net"

// doors are listeners that are open but not served yet.
type doors struct {
	public, admin net.Listener // nil where nothing has to be opened
}

// reload puts the file into force, or leaves everything as it was.
func (s *service) reload(file string) {
	c, err := loadSettings(file)
	if err == nil {
		err = s.adopt(c)
	}
	if err != nil {
		s.log.Error("reload refused, the old configuration stays", "error", err)
		return
	}
	s.log.Info("reloaded", s.about(c)...)
	s.warn(c)
}

// warn logs what may go wrong though it is no mistake.
func (s *service) warn(c *settings) {
	if text := belowCapacity(c.policy, c.pool); text != "" {
		s.log.Warn(text, "pool", c.pool.Name, "policy", c.pool.Policy)
	}
}

// adopt does first what can fail.
func (s *service) adopt(c *settings) error {
	d, err := s.open(c)
	if err != nil {
		return err
	}
	if err := s.rebalance(c); err != nil {
		d.close()
		return err
	}
	s.balancer.Share(c.pool.Balancers)
	s.move(c, d)
	s.settings.Store(c)
	return nil
}

// rebalance changes the servers, and the policy if the file names another one,
// so that a policy that stays keeps what it has learned.
func (s *service) rebalance(c *settings) error {
	if c.policy.String() == s.settings.Load().policy.String() {
		return s.balancer.Update(c.members())
	}
	p, err := c.policy.New()
	if err != nil {
		return err
	}
	return s.balancer.Switch(p, c.members())
}

func (s *service) open(c *settings) (d doors, err error) {
	if d.public, err = s.public.listen(c.Listen); err != nil {
		return doors{}, err
	}
	if d.admin, err = s.admin.listen(c.Admin); err != nil {
		d.close()
		return doors{}, err
	}
	return d, nil
}

func (s *service) move(c *settings, d doors) {
	s.public.moveTo(c.Listen, d.public)
	s.admin.moveTo(c.Admin, d.admin)
}

func (d doors) close() {
	for _, l := range []net.Listener{d.public, d.admin} {
		if l != nil {
			l.Close()
		}
	}
}

// about is what the log tells of the configuration in force.
func (s *service) about(c *settings) []any {
	attrs := []any{"listen", s.public.addr()}
	if c.Admin != "" {
		attrs = append(attrs, "admin", s.admin.addr())
	}
	attrs = append(attrs, "pool", c.pool.Name, "policy", c.policy.String(), "servers", len(c.pool.Servers))
	if c.pool.Balancers > 1 {
		attrs = append(attrs, "balancers", c.pool.Balancers)
	}
	return attrs
}
