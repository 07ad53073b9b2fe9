// Loaded into a server process by `--import`: every connection and every look-up of a name that leaves the machine is a line of
// the file NOTED_CONNECTIONS.
import { appendFileSync } from 'node:fs'
import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'

const file = process.env['NOTED_CONNECTIONS'] ?? ''
const isHere = host => /^(localhost|127\.|::1$|::ffff:127\.|0\.0\.0\.0$)/.test(host)
const note = (what, host) => {
  if (!isHere(host)) appendFileSync(file, `${what} ${host}\n`)
}

const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...args) {
  const options = [args[0]].flat()[0]
  if (typeof options === 'object' && options !== null && options.path === undefined) {
    note('connect', options.host ?? 'localhost')
  }
  return connect.apply(this, args)
}

const send = dgram.Socket.prototype.send
dgram.Socket.prototype.send = function (...args) {
  note('send', args.findLast(one => typeof one === 'string') ?? 'localhost')
  return send.apply(this, args)
}

for (const module of [dns, dns.promises]) {
  for (const name of Object.keys(module).filter(one => /^(lookup|resolve)/.test(one))) {
    const usual = module[name]
    if (typeof usual !== 'function') continue
    module[name] = (host, ...more) => {
      note(name, String(host))
      return usual.call(module, host, ...more)
    }
  }
}
appendFileSync(file, 'watching\n')
