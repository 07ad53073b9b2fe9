import { startCluster } from './cluster.ts'
import { startLoad, startServer } from './server.ts'
import { anEvent, aTicket } from './set-up.ts'
const cluster = await startCluster()
const server = await startServer({ DATABASE_URL: cluster.database('alone') })
const load = startLoad()
const free = await aTicket(server, await anEvent(server), 1000000, '')
const paid = await aTicket(server, await anEvent(server), 1000000, '25.00')
const { host, port } = server
for (let i = 0; i < 2; i++) for (const [name, scenario] of [['free', { kind: 'buy', ticketId: free, quantity: 2 }], ['paid', { kind: 'pay', way: 'card', ticketId: paid, quantity: 2 }]] as const) {
  const o = await load.run({ host, port, scenario: scenario as never, connections: 1, seconds: 4 })
  console.log(name, o.p50.toFixed(2), o.p99.toFixed(1), JSON.stringify(o.steps))
}
load.stop(); await server.stop(); cluster.stop()
