import type { HostileClass } from '../types.ts'
import { defaultServer } from './controls.ts'
import {
  deepNesting,
  duplicateKeys,
  hostileDates,
  hostileNumbers,
  hugeBodies,
  hugeFields,
  invalidUtf8,
  loneSurrogates,
  nulCharacters,
  prototypeKeys,
} from './json.ts'
import { abortedRequests, anonymousLoad, farPages, repeatedKey, slowClients } from './load.ts'
import {
  contentTypes,
  headRequests,
  hostileRanges,
  hugeHeads,
  otherMethods,
  smuggledRequests,
  strangeHeaders,
  strangePaths,
  upgrades,
} from './messages.ts'

export const http: HostileClass = {
  name: 'D. HTTP and parsers',
  cases: [
    { number: 59, title: 'prototype keys', run: prototypeKeys },
    { number: 60, title: 'duplicate keys', run: duplicateKeys },
    { number: 61, title: 'a header named __proto__, and two hosts', run: strangeHeaders },
    { number: 62, title: 'invalid UTF-8', run: invalidUtf8 },
    { number: 63, title: 'half of a surrogate pair', run: loneSurrogates },
    { number: 64, title: 'NUL in bodies and URLs', run: nulCharacters },
    { number: 65, title: '100,000 and five million levels of nesting', run: deepNesting },
    { number: 66, title: '50 MB, 1 GB in chunks, and compressed bodies', run: hugeBodies },
    { number: 67, title: 'numbers that do not fit', run: hostileNumbers },
    { number: 68, title: 'dates and time zones that do not exist', run: hostileDates },
    { number: 69, title: 'malformed and wide ranges', run: hostileRanges },
    { number: 70, title: '50 far pages of a million downloads', run: farPages },
    { number: 71, title: 'a million entries, keys and characters', run: hugeFields },
    { number: 72, title: 'other content types', run: contentTypes },
    { number: 73, title: 'slow clients and 5,000 idle connections', run: slowClients },
    {
      number: 74,
      title: 'smuggled requests',
      run: smuggledRequests,
    },
    { number: 75, title: 'other methods and method overrides', run: otherMethods },
    { number: 76, title: 'huge heads, URLs, and colliding keys', run: hugeHeads },
    { number: 77, title: 'paths that look like other routes', run: strangePaths },
    { number: 78, title: 'HEAD of every GET', run: headRequests },
    { number: 79, title: '1,000 aborted requests', run: abortedRequests },
    {
      number: 80,
      title: '10,000 anonymous requests to public pages',
      run: anonymousLoad,
      tests: [
        [
          'api/src/kernel/http/system-routes.test.ts',
          'reports that it is alive without the database',
        ],
        [
          'api/src/operations/metrics/routes.test.ts',
          'serves metrics only locally or with the token',
        ],
      ],
    },
    { number: 81, title: 'upgrades, and a body that never comes', run: upgrades },
    { number: 82, title: '50 requests with one idempotency key', run: repeatedKey },
  ],
  controls: [{ title: 'a server with default settings gives way', run: defaultServer }],
}
