import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { assets, projects, workrequests } from '@reelay/api/contract'
import { newOrder } from '../../../api/test/orders.ts'
import { setupSignedInCli } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

test('returns at once if the record has the value already', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const { slug, type } = await a.people.studio.call(assets.getAsset, {
    params: { id: a.asset._id },
  })
  const { code, out } = await runCommand('wait', slug, '--for', `type=other,${type}`)
  assert.deepEqual([code, out], [0, `Asset  ${slug}\ntype   ${type}\n`])
})

test('waits until a work request has the status', async (t) => {
  const { start, a } = await setupSignedInCli(t)
  const { studio } = a.people
  const { _id: id } = await studio.call(workrequests.createWorkRequest, { body: newOrder(a) })
  const child = start(['wait', id, '--for', 'status=cancelled', '--json'])
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  await once(child.stderr, 'data')
  assert.match(err, /^Waiting\. Now: status=/)
  await studio.call(workrequests.changeWorkRequest, {
    params: { id },
    body: { status: 'cancelled', reason: 'Not needed' },
  })
  const [code] = (await once(child, 'close')) as [number]
  assert.deepEqual(
    [code, (JSON.parse(out) as workrequests.WorkRequest).status],
    [0, 'cancelled'],
    err,
  )
})

test('gives up after the timeout, with its own exit code', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const { code, err } = await runCommand(
    'wait',
    a.asset._id,
    '--for',
    'type=none',
    '--timeout',
    '1s',
  )
  assert.deepEqual([code, /Timed out after 1s\. Now: type=/.test(err)], [124, true], err)
})

test('rejects what it cannot wait for', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const other = await a.people.studio.call(projects.createProject, {
    body: { name: 'Night Ferry', studio: a.studio._id },
  })
  assert.equal((await runCommand('wait', other._id, '--for', 'a=b')).code, EXIT_CODES.notFound.code)
  for (const words of [[], ['--for', 'status'], ['--for', 'a=b', '--timeout', 'soon']])
    assert.equal(
      (await runCommand('wait', a.asset._id, ...words)).code,
      EXIT_CODES.usage.code,
      words.join(' '),
    )
})
