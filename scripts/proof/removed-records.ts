// The control of the comparison itself: acknowledged records are removed behind the service's back.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { localStorage } from '../../api/src/kernel/storage/local.ts'
import { runOn } from '../../api/test/standby.ts'
import type { Scenario } from './scenario.ts'
import {
  runSingleNode,
  waitForWrites,
  type FaultFindings,
  type NodeUnderFaults,
} from './single-node.ts'

export const removedRecords: Scenario = {
  name: 'control: an order, a change and an upload removed',
  isControl: true,
  run: (options) =>
    runSingleNode(options, async () => ({
      async inject({ work }) {
        while (work.ledger.changes.size === 0 || work.ledger.uploads.size === 0)
          await waitForWrites(work, 5)
        return 3
      },
      check: removeRecords,
    })),
}

async function removeRecords({
  work,
  databaseUrl,
  dataDir,
}: NodeUnderFaults): Promise<FaultFindings> {
  const { orders, changes, uploads } = work.ledger
  const [[, order], [changed], [, sha256]] = [[...orders][0]!, [...changes][0]!, [...uploads][0]!]
  await runOn(databaseUrl, `update work_request set instructions = 'gone' where id = '${order}'`)
  await runOn(databaseUrl, `update file set name = 'change-00000000' where id = '${changed}'`)
  await rm(join(dataDir, localStorage(dataDir).pathOf!(sha256)))
  return {}
}
