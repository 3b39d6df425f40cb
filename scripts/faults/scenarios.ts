import { backupUnderLoad } from './backup.ts'
import { cliTransfers } from './cli-transfers.ts'
import { clockJumps } from './clock.ts'
import { clusterFailover, rollingRestart } from './cluster.ts'
import { bitRot, fullDisk, removedRecords } from './disk.ts'
import { interruptedUploads, kills } from './kills.ts'
import { failingMail } from './mail.ts'
import { databaseNetwork, objectStore } from './network.ts'
import { overload } from './overload.ts'
import { powerCut } from './power-cut.ts'
import type { Scenario } from './scenario.ts'
import { failingWebhook } from './webhooks.ts'

export const SCENARIOS: readonly Scenario[] = [
  kills,
  powerCut(),
  powerCut('synchronous_commit'),
  powerCut('fsync'),
  rollingRestart('nginx', 'SIGTERM'),
  rollingRestart('haproxy', 'SIGKILL'),
  { ...rollingRestart('nginx', 'SIGKILL'), isOnlyLong: true },
  { ...rollingRestart('haproxy', 'SIGTERM'), isOnlyLong: true },
  clusterFailover('haproxy'),
  { ...clusterFailover('nginx'), isOnlyLong: true },
  removedRecords,
  overload,
  databaseNetwork,
  objectStore,
  fullDisk('objects'),
  fullDisk('everything'),
  bitRot(),
  bitRot(false),
  clockJumps('the node'),
  clockJumps('the machine'),
  failingMail(),
  failingMail(true),
  failingWebhook(),
  failingWebhook(true),
  interruptedUploads,
  cliTransfers,
  backupUnderLoad,
]
