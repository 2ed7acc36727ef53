"""SQ(2) on n exponential FCFS servers at load .9 in SimPy (Debian: python3-simpy3). Prints million jobs per second of CPU and the mean."""
import random
import resource
import sys

import simpy

servers = int(sys.argv[1])
jobs = int(sys.argv[2])
load = 0.9


def job(env, queues, server, law):
    came = env.now
    with queues[server].request() as turn:
        yield turn
        yield env.timeout(random.expovariate(1))
    law.append(env.now - came)


def length(queue):
    return queue.count + len(queue.queue)


def arrivals(env, queues, law):
    for _ in range(jobs):
        yield env.timeout(random.expovariate(load * servers))
        i, j = random.sample(range(servers), 2)
        if length(queues[j]) < length(queues[i]):
            i = j
        env.process(job(env, queues, i, law))


random.seed(1)
env = simpy.Environment()
law = []
env.process(arrivals(env, [simpy.Resource(env) for _ in range(servers)], law))
before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
env.run()
seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime - before
settled = law[len(law) // 5:]
print(f"{jobs / seconds / 1e6:.4f} {sum(settled) / len(settled):.4f}")
