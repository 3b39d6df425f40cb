import assert from 'node:assert/strict'
import { BlockList, isIP } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { isPublic, planTarget, checkAddresses } from './target-url.ts'

const strict = { allowPrivate: false }
const lax = { allowPrivate: true }
const detailOf = (url: string, reach = strict) => {
  const plan = planTarget(url, reach)
  return plan.ok ? undefined : plan.detail
}

test('accepts public hosts and addresses', () => {
  for (const url of [
    'https://hooks.example.com/a?b=c',
    'https://example.com:8443/',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/x',
    'https://bücher.example/',
    'https://example.com./',
    'https://localhost.example.com/',
  ])
    assert.equal(detailOf(url), undefined, url)
})

test('says why a URL is rejected', () => {
  for (const [url, reason] of [
    ['nonsense', /http or https/],
    ['ftp://example.com/', /http or https/],
    ['file:///etc/passwd', /http or https/],
    ['gopher://example.com:70/', /http or https/],
    ['javascript:alert(1)', /http or https/],
    ['//example.com/', /http or https/],
    ['http://example.com/', /must be an https/],
    ['https://user@example.com/', /user name or password/],
    ['https://:pw@example.com/', /user name or password/],
    ['https://example.com:22/', /port/],
    ['https://example.com:25/', /port/],
    ['https://example.com:5432/', /port/],
    ['https://example.com:6379/', /port/],
    ['https://example.com:1023/', /port/],
    ['https://example.com:0/', /port/],
  ] as const)
    assert.match(detailOf(url) ?? 'accepted', reason, url)
})

test('rejects loopback and private addresses in every spelling', () => {
  for (const host of [
    'localhost',
    'LOCALHOST',
    'a.localhost',
    'localhost.',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '127.0.0.1.',
    '0',
    '0.0.0.0',
    '１２７.0.0.1',
    '127。0。0。1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.192',
    '198.19.0.1',
    '224.0.0.1',
    '239.255.255.250',
    '255.255.255.255',
    '240.0.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[::127.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::8.8.8.8]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2002:808:808::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[5f00::1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
  ])
    assert.equal(detailOf(`https://${host}/`), 'points to an address that is not public', host)
})

test('accepts http and private addresses if allowed, but no data store ports', () => {
  for (const url of [
    'http://127.0.0.1:9999/',
    'http://localhost:8080/',
    'https://10.0.0.1/',
    'http://[::1]:8080/',
  ])
    assert.equal(detailOf(url, lax), undefined, url)
  for (const url of [
    'http://127.0.0.1:5432/',
    'http://127.0.0.1:22/',
    'file:///etc/passwd',
    'http://a:b@127.0.0.1/',
  ])
    assert.ok(detailOf(url, lax), url)
})

test('rejects a name with any private address or without addresses', () => {
  assert.equal(checkAddresses(['1.1.1.1', '2606:4700::1111'], strict), undefined)
  assert.ok(checkAddresses(['1.1.1.1', '127.0.0.1'], strict))
  assert.ok(checkAddresses(['fe80::1%eth0'], strict))
  assert.ok(checkAddresses([], strict))
  assert.ok(checkAddresses([], lax))
  assert.equal(checkAddresses(['127.0.0.1'], lax), undefined)
})

/** The same networks as a Node BlockList, which parses addresses itself. */
const specialIpv4 = listOf(
  'ipv4',
  [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ].join(' '),
)
const assigned = listOf('ipv6', '2000::/3')
const specialIpv6 = listOf('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20')

function listOf(family: 'ipv4' | 'ipv6', nets: string): BlockList {
  const list = new BlockList()
  for (const net of nets.split(' '))
    list.addSubnet(net.split('/')[0]!, Number(net.split('/')[1]), family)
  return list
}

const near = fc
  .constantFrom(
    '10.0.0.0',
    '100.64.0.0',
    '127.0.0.1',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.0.0',
    '169.254.0.0',
    '198.18.0.0',
    '224.0.0.0',
  )
  .map(numberOf)
const number = fc.oneof(
  fc.nat(0xffffffff),
  fc
    .tuple(near, fc.integer({ min: -300, max: 300 }))
    .map(([net, off]) => (net + off + 2 ** 32) % 2 ** 32),
)
const dotted = number.map((value) =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.'),
)
function numberOf(address: string) {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

test('treats an IPv4 address as public exactly outside the special networks', () =>
  fc.assert(
    fc.property(dotted, (address) => {
      assert.equal(isPublic(address), !specialIpv4.check(address, 'ipv4'), address)
    }),
    { numRuns: 2000 },
  ))

const group = fc.oneof(
  fc.constantFrom(
    '2000',
    '2001',
    '2002',
    '3fff',
    '3ffe',
    'fe80',
    'fd00',
    'db8',
    '64',
    'ff9b',
    '0',
    'ffff',
    '1ff',
    '200',
  ),
  fc.nat(0xffff).map((value) => value.toString(16)),
)
const groups = fc.array(group, { minLength: 8, maxLength: 8 })
const folded = fc
  .tuple(fc.array(group, { maxLength: 4 }), fc.array(group, { maxLength: 3 }))
  .map(([before, after]) => `${before.join(':')}::${after.join(':')}`)
const written = fc.oneof(
  groups.map((all) => all.join(':')),
  folded,
  fc
    .tuple(folded, dotted)
    .map(([start, end]) => `${start}${start.endsWith('::') ? '' : ':'}${end}`),
)

test('treats an IPv6 address as public exactly inside the assigned networks', () =>
  fc.assert(
    fc.property(written, (address) => {
      fc.pre(isIP(address) === 6)
      assert.equal(
        isPublic(address),
        assigned.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6'),
        address,
      )
    }),
    { numRuns: 3000 },
  ))

test('treats anything else as not public', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: fc.constantFrom('1', '2', 'f', ':', '.', '%', ' ') }),
        fc.string(),
      ),
      (text) => {
        fc.pre(isIP(text) === 0)
        assert.equal(isPublic(text), false)
      },
    ),
    { numRuns: 1000 },
  ))
