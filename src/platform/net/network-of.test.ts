import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:50321', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:50321', '192.0.2.7'],
  ['2001:DB8:0:12::7', '2001:db8:0:12'],
  ['[2001:db8:0:12::7]:50321', '2001:db8:0:12'],
  ['[2001:db8:0:12:1:2:3:4]', '2001:db8:0:12'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
  ['', ''],
])('the address "%s", as proxies write it, is of the network "%s"', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
