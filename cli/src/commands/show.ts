import { assets, files, projects, studios, users, workrequests } from '@reelay/api/contract'
import type { Call } from '@reelay/client'
import { factsOf } from '../facts.ts'
import type { Kind } from '../kinds.ts'
import { moment, printFacts, printJson, printTable } from '../print.ts'

type Options = { kind: Kind; id: string; json?: boolean }

export async function show(call: Call, { kind, id, json }: Options): Promise<void> {
  const record = await READ[kind](call, { id })
  if (json) return printJson(record)
  printFacts(factsOf[kind](record as never))
  if (kind === 'request') showWork(record as workrequests.WorkRequest)
}

type Params = { id: string }

const READ = {
  asset: (call: Call, params: Params) => call(assets.getAsset, { params }),
  request: (call: Call, params: Params) => call(workrequests.getWorkRequest, { params }),
  file: (call: Call, params: Params) => call(files.getFile, { params }),
  project: (call: Call, params: Params) => call(projects.getProject, { params }),
  studio: (call: Call, params: Params) => call(studios.getStudio, { params }),
  user: (call: Call, params: Params) => call(users.getUser, { params }),
} satisfies Record<Kind, (call: Call, params: Params) => Promise<unknown>>

/** What an order still waits for, and how it came to where it is. */
function showWork({ materials, history }: workrequests.WorkRequest) {
  if (materials.length) {
    console.log()
    printTable(['Material', 'Complete', 'Approved'], materials.map(({ name, complete, approved }) => [name, complete, approved]))
  }
  console.log()
  printTable(['When', 'Status', 'Who', 'Reason'], history.map(({ date, status, user, reason }) => [moment(date), status, user.name, reason]))
}
