// A program that somebody writes with the package alone, in plain JavaScript. It reports each step
// as a line of JSON and waits for its input where the test asks it to.
import { createInterface } from 'node:readline'
import { createClient, isApiError } from '@reelay/client'
import { api } from '@reelay/client/api'
import { projects } from '@reelay/client/contract'
import { openFileSource } from '@reelay/client/node'

const { baseUrl, vendor, territory, asset, path } = JSON.parse(process.env.TASK)
const report = (step, details) => console.log(JSON.stringify({ step, ...details }))
const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const retry = { attempts: 30, pauseMs: 100, maxPauseMs: 2_000 }
const client = createClient({ baseUrl, credential: vendor, retry })
const orders = api(createClient({ baseUrl, credential: territory, retry }))

const names = []
for await (const { name } of client.each(projects.listProjects, {}, { pageSize: 1 }))
  names.push(name)
report('listed', { names })

const controller = new AbortController()
const waitForSubmission = async () => {
  const { events } = api(client)
  for await (const { type, data } of events.streamEvents({ signal: controller.signal })) {
    if (type === 'message' && data.type === 'wsu') return data.type
    if (type !== 'reset') continue
    for await (const event of events.listEvents()) if (event.type === 'wsu') return event.type
  }
  return undefined
}
const submission = waitForSubmission()

const source = await openFileSource(path)
let chunks = 0
const file = await client.upload({
  source,
  file: { name: 'master.bin', asset },
  chunkSize: 1_000_000,
  onProgress: ({ confirmed }) => {
    if (++chunks === 3) report('halfway', { confirmed })
  },
})
await source.close()
report('uploaded', { sha256: file.sha256 })

await input.next()
const order = await orders.workrequests.createWorkRequest({
  body: {
    asset,
    territory: 'DE',
    language: 'deu',
    status: 'submitted',
    ...JSON.parse(process.env.ORDER),
  },
})
report('ordered', { id: order._id, event: await submission })
controller.abort()

const error = await orders.assets.getAsset({ params: { id: 'nothing' } }).catch((reason) => reason)
report('rejected', { known: isApiError(error, 'asset.not-found') })
process.exit(0)
