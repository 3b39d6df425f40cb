import type { HostileClass, SuiteTest } from '../types.ts'
import { allowedChange, plantedMembership } from './controls.ts'
import {
  foreignDownloads,
  hiddenSortFields,
  sharedCaches,
  timingOfForeignIds,
  walkedIds,
} from './lists.ts'
import {
  forgedIdentity,
  grantsBeyondOwn,
  ownGrants,
  ownRoles,
  peopleList,
  peopleOfAnotherStudio,
} from './people.ts'
import {
  assetOfAnotherStudio,
  foreignAssetInOrder,
  forgedEvents,
  forgedOrder,
  forgedTranslation,
  movedAsset,
  protectedAssetFields,
} from './records.ts'

const MATRIX = 'api/test/access.test.ts'
const SHARED = 'api/test/access-shared.test.ts'
const ROW_SECURITY = 'api/test/row-security/alone.test.ts'
const NOTIFICATIONS = 'api/src/notifications/routes.test.ts'

const ACCESS_MATRIX: SuiteTest[] = [
  [MATRIX, 'has one access row for every route'],
  [MATRIX, 'rejects every call without a credential'],
  [MATRIX, 'lets only the declared roles call a route for their own studio'],
  [MATRIX, 'answers for foreign records exactly as for unknown ones'],
  [MATRIX, 'rejects a suspended person at once'],
  [SHARED, 'does not let a role in one studio act in another'],
  [SHARED, 'lists nothing of a studio that the role there does not show'],
  [ROW_SECURITY, 'shows nothing of another studio without the first wall'],
  [ROW_SECURITY, 'the same calls find leaks when both walls are off'],
]

export const authorization: HostileClass = {
  name: 'B. Authorization of records and fields',
  cases: [
    {
      number: 23,
      title: 'every route for every role, with own, foreign and unknown ids',
      run: timingOfForeignIds,
      tests: ACCESS_MATRIX,
    },
    { number: 24, title: 'the own roles', run: ownRoles },
    { number: 25, title: 'other grants of the own account', run: ownGrants },
    { number: 26, title: 'grants that the manager does not have', run: grantsBeyondOwn },
    { number: 27, title: 'people of another studio', run: peopleOfAnotherStudio },
    { number: 28, title: 'a foreign id or e-mail in the body', run: forgedIdentity },
    { number: 29, title: 'an order for an asset of another studio', run: foreignAssetInOrder },
    { number: 30, title: 'an asset moved to another studio', run: movedAsset },
    { number: 31, title: 'a change of an asset of another studio', run: assetOfAnotherStudio },
    { number: 32, title: 'protected and computed asset fields', run: protectedAssetFields },
    {
      number: 33,
      title: 'an order with forged fields',
      run: forgedOrder,
      tests: [
        [
          'api/src/workrequests/create-validation.test.ts',
          'rejects another owner, another project and a later status',
        ],
        ['api/src/workrequests/create-validation.test.ts', 'ignores computed fields in the body'],
      ],
    },
    { number: 34, title: 'a translation with forged references', run: forgedTranslation },
    {
      number: 35,
      title: 'an offline moved to another request',
      tests: [
        [
          'api/src/offlines/routes.test.ts',
          'accepts an unchanged offline and rejects a change of its references',
        ],
      ],
    },
    {
      number: 36,
      title: 'the storage path of a preview',
      tests: [
        ['api/src/previews/routes.test.ts', 'rejects changes of the file and of playback fields'],
      ],
    },
    { number: 37, title: 'forged events', run: forgedEvents },
    {
      number: 38,
      title: 'notifications of others, and after access was lost',
      tests: [
        [NOTIFICATIONS, 'shows a notification only to its recipient'],
        [NOTIFICATIONS, 'hides a notification while its subject is invisible'],
        [NOTIFICATIONS, 'hides notifications of an unassigned translator'],
      ],
    },
    { number: 39, title: 'the list of people', run: peopleList },
    { number: 40, title: 'filters for downloads of others', run: foreignDownloads },
    { number: 41, title: 'sorting by hidden fields', run: hiddenSortFields },
    {
      number: 42,
      title: 'the second page after leaving a studio',
      tests: [
        [
          'api/src/access/people.test.ts',
          'hides a studio at once from a person who leaves it, even between two pages',
        ],
      ],
    },
    { number: 43, title: 'the same URL for two people', run: sharedCaches },
    {
      number: 44,
      title: 'prices, addresses and other languages for a vendor',
      tests: [
        [
          'api/src/workrequests/change.test.ts',
          'hides prices from vendors and translators, and recipients from translators',
        ],
        [
          'api/src/events/routes.test.ts',
          'redacts prices and addresses in events as in work requests',
        ],
        ['api/src/translations/routes.test.ts', 'shows translators only their own translations'],
      ],
    },
    { number: 45, title: '1,000 random ids', run: walkedIds },
  ],
  controls: [
    { title: 'a planted membership shows the other studio', run: plantedMembership },
    { title: 'the same change by a manager succeeds', run: allowedChange },
  ],
}
