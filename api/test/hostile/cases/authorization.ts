import { fileOf, hostile, type HostileClass } from './case.ts'

const MATRIX = 'api/test/access.test.ts'
const SHARED = 'api/test/access-shared.nightly.test.ts'
const ROW_SECURITY = 'api/test/row-security/alone.nightly.test.ts'
const SELF = 'api/src/users/self.test.ts'
const MANAGE = 'api/src/users/manage.test.ts'
const PEOPLE = 'api/src/access/people.test.ts'
const ASSETS = 'api/src/assets/change.test.ts'
const ORDERS = 'api/src/workrequests/create-validation.test.ts'
const EVENTS = 'api/src/events/routes.test.ts'
const DOWNLOADS = 'api/src/downloads/lists.test.ts'
const OWN = fileOf('authorization')

export const authorization: HostileClass = {
  name: 'B. Authorization of records and fields',
  cases: [
    hostile(
      23,
      'a foreign id costs the same as an unknown one',
      OWN,
      [
        MATRIX,
        'has one access row for every route',
        'rejects every call without a credential',
        'lets only the declared roles call a route for their own studio',
        'answers for foreign records exactly as for unknown ones',
        'rejects a suspended person at once',
      ],
      [
        SHARED,
        'does not let a role in one studio act in another',
        'lists nothing of a studio that the role there does not show',
      ],
      [ROW_SECURITY, 'shows nothing of another studio without the first wall'],
    ),
    hostile(24, 'the own roles', [
      SELF,
      'rejects changes of the own grants and applies nothing else of the request',
    ]),
    hostile(25, 'other grants of the own account', [
      SELF,
      'rejects changes of the own grants and applies nothing else of the request',
      'rejects changes of the own grants from managers too',
    ]),
    hostile(
      26,
      'grants that the manager does not have',
      [
        MANAGE,
        'rejects a role, permission or studio that the manager does not have',
        'rejects a group that has studios missing those of the manager',
      ],
      [
        'api/src/users/shared.test.ts',
        'rejects memberships in studios that the manager does not manage',
      ],
    ),
    hostile(27, 'people of another studio', [MANAGE, 'returns 404 for people of another studio']),
    hostile(
      28,
      'a foreign id or e-mail in the body',
      [SELF, 'rejects an id in the body that differs from the path'],
      [
        MANAGE,
        'rejects a username that differs from the e-mail',
        'rejects an e-mail that another person has, in any case',
      ],
      [
        'api/src/users/invite.test.ts',
        'treats an e-mail as one account regardless of case, Unicode form and studio',
      ],
      [
        'api/src/kernel/http/contract/schema.test.ts',
        '… accepts valid and rejects invalid values',
        'normalizes an email',
      ],
    ),
    hostile(29, 'an order for an asset of another studio', [
      ORDERS,
      'reports an asset of another studio as unknown',
      'rejects another owner, another project and a later status',
    ]),
    hostile(30, 'an asset moved to another studio', [
      ASSETS,
      'rejects a change of studio, project or verification',
    ]),
    hostile(
      31,
      'a change of an asset of another studio',
      [ASSETS, 'requires an id in the body for PUT without one in the path, and never creates'],
      ['api/src/access/slugs.test.ts', 'does not reveal the slugs of another studio'],
    ),
    hostile(32, 'protected and computed asset fields', [
      ASSETS,
      'rejects a change of studio, project or verification',
      'requires a visible file as thumbnail',
    ]),
    hostile(33, 'an order with forged fields', [
      ORDERS,
      'rejects another owner, another project and a later status',
      'ignores computed fields in the body',
    ]),
    hostile(34, 'a translation with forged references', [
      'api/src/translations/routes.test.ts',
      'requires a visible work request, its asset and the status incomplete',
      'assigns and unassigns visible translators, with permission',
      'rejects changes to protected fields and accepts unchanged ones',
    ]),
    hostile(35, 'an offline moved to another request', [
      'api/src/offlines/routes.test.ts',
      'accepts an unchanged offline and rejects a change of its references',
    ]),
    hostile(36, 'the storage path of a preview', [
      'api/src/previews/routes.test.ts',
      'rejects changes of the file and of playback fields',
    ]),
    hostile(37, 'forged events', [
      EVENTS,
      'changes only the three flags, with permission',
      'reports events of others as unknown',
    ]),
    hostile(38, 'notifications of others, and after access was lost', [
      'api/src/notifications/routes.test.ts',
      'shows a notification only to its recipient',
      'hides a notification while its subject is invisible',
      'hides notifications of an unassigned translator',
    ]),
    hostile(
      39,
      'the list of people',
      [PEOPLE, 'shows people of the same studio to each other only'],
      [
        'api/src/users/list.test.ts',
        'never lists a hash, token, secret or code',
        'shows group addresses to members and user managers',
        'shows private fields to the person and to user managers',
      ],
    ),
    hostile(40, 'filters for downloads of others', [
      DOWNLOADS,
      'lists own downloads, newest first, and with report.read those of the studios',
      "never filters beyond the caller's scope",
      'finds parts of names regardless of case and accents, and takes wildcards literally',
    ]),
    hostile(
      41,
      'sorting by hidden fields',
      [DOWNLOADS, 'sorts by created, asset, project or file only'],
      ['api/src/users/list.test.ts', 'sorts by visible fields only'],
      ['api/src/files/lists.test.ts', 'sorts by created, name and length only'],
      ['api/src/assets/lists.test.ts', 'sorts by created, name, type and phase only'],
      [
        'api/test/strict-requests.test.ts',
        'refuses an unknown query parameter on every route',
        'refuses an unknown value of every enumerated filter',
      ],
    ),
    hostile(42, 'the second page after leaving a studio', [
      PEOPLE,
      'hides a studio at once from a person who leaves it, even between two pages',
    ]),
    hostile(
      43,
      'the same URL for two people',
      ['api/src/kernel/http/methods.test.ts', 'sends no-store and nosniff with every response'],
      [
        'api/src/access/vendors.test.ts',
        'the cached record of one vendor is not shown to the next',
      ],
      [
        'api/src/access/long-lists.nightly.test.ts',
        'lists equal the plain computation for every reader after every change',
      ],
    ),
    hostile(
      44,
      'prices, addresses and other languages for a vendor',
      [
        'api/src/workrequests/change.test.ts',
        'hides prices from vendors and translators, and recipients from translators',
      ],
      [EVENTS, 'redacts prices and addresses in events as in work requests'],
      ['api/src/translations/routes.test.ts', 'shows translators only their own translations'],
    ),
    hostile(
      45,
      'random ids',
      [
        'api/src/kernel/db/ids.test.ts',
        'generates unique ids of 24 hex digits in order of time',
        'fills ids with random digits after the time',
      ],
      [MATRIX, 'answers for foreign records exactly as for unknown ones'],
    ),
  ],
  controls: [
    [OWN, 'control: a planted membership shows the other studio'],
    [ROW_SECURITY, 'the same calls find leaks when both walls are off'],
    [MANAGE, 'lets a manager set roles, permissions, groups, territory, flags and second factor'],
  ],
}
