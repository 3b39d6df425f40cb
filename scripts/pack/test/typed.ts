// Compiled next to the installed package, without access to the repository.
import { createClient, isApiError, type Client, type ResultOf } from '@reelay/client'
import { api, type Api } from '@reelay/client/api'
import { files, workrequests, type BodyOf } from '@reelay/client/contract'

const client: Client = createClient({ baseUrl: '/api' })
const reelay: Api = api(client)

const request: workrequests.WorkRequest = await reelay.workrequests.getWorkRequest({
  params: { id: 'w1' },
})
const status: workrequests.Status = request.status
const body: BodyOf<typeof files.registerFile> = { name: 'trailer.mov', asset: request.asset._id }
const file: ResultOf<typeof files.registerFile> = await client.call(files.registerFile, { body })
const cuts: number[] = file.media?.picture?.cuts ?? []
for (const line of await reelay.translations.translationLines.list({
  params: { id: request.translation._id },
}))
  console.log(line.text, status, cuts)
for await (const { name } of client.each(
  files.listFiles,
  { query: { asset: 'a' } },
  { pageSize: 50 },
))
  console.log(name.length)
try {
  await reelay.workrequests.changeWorkRequest({
    params: { id: 'w1' },
    body: { status: 'approved' },
  })
} catch (error) {
  if (isApiError(error, 'work-request.move-not-allowed'))
    console.log(
      error.code satisfies 'work-request.move-not-allowed',
      error.missing.map(({ message }) => message),
    )
}

// @ts-expect-error -- there is no such filter
await reelay.workrequests.listWorkRequests({ query: { colour: 'red' } })
// @ts-expect-error -- the id is missing
await reelay.files.getFile()
// @ts-expect-error -- a name is a string
await client.call(files.registerFile, { body: { name: 7, asset: 'a' } })
// @ts-expect-error -- a single record cannot be iterated
client.each(files.getFile, { params: { id: 'f1' } })
// @ts-expect-error -- no endpoint has this name
await reelay.files.burnFile()
