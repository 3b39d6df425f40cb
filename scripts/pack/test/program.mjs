// What somebody writes who has the package alone: plain JavaScript. It says what it does line by
// line, and goes on when it is told to.
import { createInterface } from 'node:readline'
import { createClient, isApiError } from '@reelay/client'
import { api } from '@reelay/client/api'
import { projects } from '@reelay/client/contract'
import { openFileSource } from '@reelay/client/node'

const { baseUrl, vendor, territory, asset, path } = JSON.parse(process.env.TASK)
const say = (about, more) => console.log(JSON.stringify({ about, ...more }))
const told = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const retry = { tries: 30, pauseMs: 100, longestMs: 2_000 }
const client = createClient({ baseUrl, credential: vendor, retry })
const orders = api(createClient({ baseUrl, credential: territory, retry }))

const names = []
for await (const { name } of client.each(projects.listProjects, {}, { pageSize: 1 }))
  names.push(name)
say('listed', { names })

const leaving = new AbortController()
const hears = async () => {
  const { events } = api(client)
  for await (const { type: about, data } of events.streamEvents({ signal: leaving.signal })) {
    if (about === 'message' && data.type === 'wsu') return data.type
    if (about !== 'reset') continue
    for await (const { type } of events.listEvents()) if (type === 'wsu') return type
  }
  return undefined
}
const heard = hears()

const source = await openFileSource(path)
let pieces = 0
const file = await client.upload({
  source: source,
  file: { name: 'master.bin', asset },
  chunkSize: 1_000_000,
  onProgress: ({ sent }) => {
    if (++pieces === 3) say('halfway', { sent })
  },
})
await source.close()
say('uploaded', { sha256: file.sha256 })

await told.next()
const order = await orders.workrequests.createWorkRequest({
  body: {
    asset,
    territory: 'DE',
    language: 'deu',
    status: 'submitted',
    ...JSON.parse(process.env.ORDER),
  },
})
say('ordered', { id: order._id, event: await heard })
leaving.abort()

const refused = await orders.assets.getAsset({ params: { id: 'nothing' } }).catch((error) => error)
say('refused', { known: isApiError(refused, 'asset.unknown') })
process.exit(0)
