import { fileOf, hostile, type HostileClass } from './case.ts'

const OWN = fileOf('flows')
const CHAINS = 'api/src/kernel/audit/chains.test.ts'
const CONCURRENCY = 'api/src/workrequests/concurrency.test.ts'
const CONFIG = 'api/src/config/config.test.ts'
const PHASES = 'api/src/assets/phases.test.ts'
const SELF = 'api/src/users/self.test.ts'
const LOCKFILE = 'scripts/supply-chain/lockfile.test.ts'

export const flows: HostileClass = {
  name: 'F. Abuse of flows',
  cases: [
    hostile(
      104,
      '10,000 changes of events in a minute',
      OWN,
      [
        'api/src/kernel/http/auth/request-budget.test.ts',
        'rejects more requests of a person with 429 and Retry-After',
      ],
      [
        'api/src/notifications/mail.test.ts',
        'writes one grouped digest mail, however many workers try',
      ],
    ),
    hostile(
      105,
      'too many recipients',
      OWN,
      [
        'api/src/workrequests/delivery.test.ts',
        'notifies recipients with an account and mails the others once',
      ],
      [SELF, 'limits the size of queues and preferences'],
    ),
    hostile(
      106,
      'skipped steps and changes after the end',
      ['api/src/workrequests/moves.test.ts', 'rejects skipped steps'],
      [
        'api/src/audit/routes.test.ts',
        'records a refused change with its outcome, in the chain of the studio',
      ],
      [
        PHASES,
        'rejects skipped and unknown phases',
        'lets only an admin leave FINAL, with a reason, and not through another definition',
      ],
      ['api/src/workrequests/change.test.ts', 'rejects changes to a final work request'],
    ),
    hostile(107, '100 concurrent moves of one request', [
      CONCURRENCY,
      'keeps a gapless history of allowed steps under a hundred concurrent moves',
      'lets one of four conflicting moves win',
    ]),
    hostile(
      108,
      '200 downloads in ten minutes',
      [
        'api/src/downloads/budget.test.ts',
        'records and sends nothing beyond the budget, on both paths, and sends Retry-After',
        "alerts the studio's people and the admins once at 80 %",
        'allows no more than the budget to a hundred concurrent requests',
        'rejects the URLs of a suspended person at once',
      ],
      [CONFIG, 'has a default for every setting'],
    ),
    hostile(
      109,
      'stale copies, and two editors at once',
      ['api/src/projects/routes.test.ts', 'follows the conventions of every record'],
      [
        'api/src/assets/change.test.ts',
        'rejects a stale copy, responses 304 if unchanged, and creates one asset per key',
        'keeps both of two concurrent changes to different fields',
      ],
    ),
    hostile(
      110,
      'huge preferences and hostile instructions',
      [SELF, 'validates all preferences', 'limits the size of queues and preferences'],
      ['api/src/kernel/http/methods.test.ts', 'sends no-store and nosniff with every response'],
    ),
    hostile(
      111,
      'changed, removed and reordered audit entries',
      [
        CHAINS,
        'refuses changes of entries and chains',
        'finds entries that change places',
        'finds an inserted entry',
        'finds a truncated end with a shipped head',
      ],
      ['api/src/audit/routes.test.ts', 'verifies the chains and a stored head'],
    ),
    hostile(
      112,
      'vulnerable dependencies, a changed lockfile, install scripts',
      ['scripts/supply-chain/audit.nightly.test.ts', 'fails for a vulnerability of severity high'],
      [
        LOCKFILE,
        'only the PostgreSQL binaries run a script when they are installed',
        'every package has a SHA-512 digest and comes from a registry',
        'every dependency of ours is an exact version',
      ],
    ),
  ],
  controls: [
    [CHAINS, 'finds …'],
    [CONCURRENCY, 'finds a step that the table of moves does not have'],
    ['api/src/kernel/http/auth/request-budget.test.ts', 'has no limit with a budget of zero'],
  ],
}
