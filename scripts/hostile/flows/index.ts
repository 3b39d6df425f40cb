import type { HostileClass } from '../types.ts'
import { changedAuditRow, missingHistoryRow } from './controls.ts'
import {
  auditRows,
  concurrentMoves,
  eventStorm,
  forgedRecipients,
  hostilePreferences,
  massDownload,
  skippedSteps,
  staleCopies,
} from './flows.ts'

const CHAINS = 'api/src/kernel/audit/chains.test.ts'
const CONCURRENCY = 'api/src/workrequests/concurrency.test.ts'
const BUDGET = 'api/src/downloads/budget.test.ts'
const LOCKFILE = 'scripts/supply-chain/lockfile.test.ts'

export const flows: HostileClass = {
  name: 'F. Abuse of flows',
  cases: [
    {
      number: 104,
      title: '10,000 changes of events in a minute',
      run: eventStorm,
      tests: [
        [
          'api/src/notifications/mail.test.ts',
          'writes one grouped digest mail, however many workers try',
        ],
      ],
    },
    { number: 105, title: 'strangers as recipients', run: forgedRecipients },
    {
      number: 106,
      title: 'skipped steps and changes after the end',
      run: skippedSteps,
      tests: [
        ['api/src/assets/phases.test.ts', 'rejects skipped and unknown phases'],
        [
          'api/src/assets/phases.test.ts',
          'lets only an admin leave FINAL, with a reason, and not through another definition',
        ],
        ['api/src/workrequests/change.test.ts', 'rejects changes to a final work request'],
      ],
    },
    {
      number: 107,
      title: '100 concurrent moves of one request',
      run: concurrentMoves,
      tests: [[CONCURRENCY, 'lets one of four conflicting moves win']],
    },
    {
      number: 108,
      title: '200 downloads in ten minutes',
      run: massDownload,
      tests: [
        [BUDGET, "alerts the studio's people and the admins once at 80 %"],
        [BUDGET, 'allows no more than the budget to a hundred concurrent requests'],
        [BUDGET, 'rejects the URLs of a suspended person at once'],
      ],
    },
    { number: 109, title: 'stale copies, and two editors at once', run: staleCopies },
    { number: 110, title: 'huge preferences and hostile instructions', run: hostilePreferences },
    {
      number: 111,
      title: 'changed, removed and reordered audit entries',
      run: auditRows,
      tests: [
        [CHAINS, 'refuses changes of entries and chains'],
        [CHAINS, 'finds entries that change places'],
        [CHAINS, 'finds an inserted entry'],
        [CHAINS, 'finds a truncated end with a shipped head'],
      ],
    },
    {
      number: 112,
      title: 'vulnerable dependencies, a changed lockfile, install scripts',
      tests: [
        ['scripts/supply-chain/audit.test.ts', 'fails for a vulnerability of severity high'],
        [LOCKFILE, 'only the PostgreSQL binaries run a script when they are installed'],
        [LOCKFILE, 'every package has a SHA-512 digest and comes from a registry'],
        [LOCKFILE, 'every dependency of ours is an exact version'],
      ],
    },
  ],
  controls: [
    { title: 'a changed entry of the audit log is found', run: changedAuditRow },
    { title: 'a gap in a history is found', run: missingHistoryRow },
  ],
}
