// Cases 23, 40, 41, 43 and 45: what lists, filters, caches and ids reveal.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import * as contract from '@reelay/api/contract'
import { uploadFile } from '../../../api/test/orders.ts'
import type { Installation } from '../tools/installation.ts'
import { UNKNOWN } from '../tools/endpoints.ts'
import { countsOf, median, timed, times } from '../tools/measure.ts'
import { comparable, expectStatus, parse, send } from '../tools/request.ts'

export async function timingOfForeignIds(on: Installation): Promise<string> {
  const samples = { foreign: [] as number[], unknown: [] as number[] }
  const bodies = new Set<string>()
  const read = async (kind: keyof typeof samples, id: string) => {
    const { ms, result } = await timed(() =>
      send(on, `/api/assets/${id}`, { by: on.a.people.vendor }),
    )
    samples[kind].push(ms)
    bodies.add(`${result.status} ${comparable(result)}`)
  }
  for (let round = 0; round < 200; round++) {
    await read('foreign', on.b.asset._id)
    await read('unknown', UNKNOWN)
  }
  const difference = Math.abs(median(samples.foreign) - median(samples.unknown))
  assert.equal(bodies.size, 1, [...bodies].join('\n'))
  assert.ok(difference < 5, `${difference} ms`)
  return `foreign and unknown ids: one body, medians differ by ${difference.toFixed(2)} ms`
}

export async function foreignDownloads(on: Installation): Promise<string> {
  const { vendor: foreign } = on.b.people
  const file = await uploadFile(foreign, on.b)
  await foreign.call(contract.downloads.startDownloads, { body: { files: [file._id] } })
  const queries = [
    `user=${foreign.email}`,
    `studios=${on.b.studio._id}`,
    `studios=${on.b.studio.slug}`,
    `projects=${on.a.project._id},${on.b.project._id}`,
    'q=%25',
    `q=clip&studios=${on.b.studio._id}&user=${foreign._id}`,
    '',
  ]
  for (const query of queries)
    for (const by of [on.a.people.vendor, on.a.people.studio]) {
      const reply = await send(on, `/api/downloads?${query}`, { by })
      const rows = parse<{ file: { studio: string }; user: { _id: string } }[]>(
        expectStatus(reply, 200),
      )
      assert.deepEqual(
        rows.filter((row) => row.file.studio === on.b.studio._id),
        [],
        query,
      )
      if (by === on.a.people.vendor)
        assert.ok(
          rows.every((row) => row.user._id === by._id),
          query,
        )
    }
  return `${queries.length * 2} lists, 0 foreign rows`
}

export async function hiddenSortFields(on: Installation): Promise<string> {
  const by = on.a.people.studio
  const queries = [
    'downloads?order=user.password',
    'downloads?order=password_hash',
    'users?order=password',
    'files?order=sha256',
    'assets?order=studio_id',
    'projects?order=created;drop',
    'downloads?unknown=1',
  ]
  for (const query of queries) expectStatus(await send(on, `/api/${query}`, { by }), 400)
  return `${queries.length} × 400`
}

export async function sharedCaches(on: Installation): Promise<string> {
  const paths = ['assets', 'projects', 'studios', 'files', 'users', 'events', 'notifications']
  for (const path of paths) {
    const first = await send(on, `/api/${path}`, { by: on.a.people.studio })
    const second = await send(on, `/api/${path}`, { by: on.b.people.studio })
    for (const reply of [first, second])
      assert.equal(expectStatus(reply, 200).headers['cache-control'], 'private, no-store', path)
    assert.ok(!second.text.includes(on.a.studio._id), path)
  }
  return `${paths.length} lists for A, then B: nothing of A, private and no-store`
}

const KINDS = ['assets', 'projects', 'files', 'workrequests', 'translations', 'offlines', 'events']

/** By decision an id has at least 64 random bits after its time. */
export async function walkedIds(on: Installation): Promise<string> {
  const [time] = [on.b.asset._id.slice(0, 8)]
  const statuses: number[] = []
  for (const index of times(1000, Number)) {
    const id = index % 2 ? randomBytes(12).toString('hex') : time + randomBytes(8).toString('hex')
    const path = `/api/${KINDS[index % KINDS.length]}/${id}`
    statuses.push((await send(on, path, { by: on.a.people.studio })).status)
  }
  assert.ok(
    statuses.every((status) => status === 404),
    countsOf(statuses),
  )
  return countsOf(statuses)
}
