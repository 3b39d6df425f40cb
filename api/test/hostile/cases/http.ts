import { fileOf, hostile, type HostileClass } from './case.ts'

const OWN = fileOf('http')
const LOAD = fileOf('load')
const CREDENTIALS = 'api/src/kernel/http/auth/authenticate.test.ts'
const JSON_BODY = 'api/src/kernel/http/read-json.test.ts'
const BODY = 'api/src/kernel/http/request-body.test.ts'
const METHODS = 'api/src/kernel/http/methods.test.ts'
const PROJECTS = 'api/src/projects/routes.test.ts'
const STRICT = 'api/test/strict-requests.test.ts'

export const http: HostileClass = {
  name: 'D. HTTP and parsers',
  cases: [
    hostile(
      59,
      'prototype keys',
      [JSON_BODY, 'rejects prototype keys, also nested or escaped'],
      [BODY, 'rejects bytes, keys and nesting that JSON.parse accepts'],
    ),
    hostile(
      60,
      'duplicate keys',
      [JSON_BODY, 'rejects duplicate keys, also nested or escaped'],
      [BODY, 'rejects bytes, keys and nesting that JSON.parse accepts'],
    ),
    hostile(61, 'a header named __proto__, and two hosts', [
      CREDENTIALS,
      'rejects two Authorization or Host headers',
    ]),
    hostile(
      62,
      'invalid UTF-8',
      [JSON_BODY, 'rejects invalid UTF-8'],
      [BODY, 'rejects bytes, keys and nesting that JSON.parse accepts'],
    ),
    hostile(63, 'half of a surrogate pair', [
      JSON_BODY,
      'rejects half of a surrogate pair and says where',
    ]),
    hostile(
      64,
      'NUL in bodies and URLs',
      [JSON_BODY, 'rejects NUL in values and keys, raw or escaped'],
      [BODY, 'rejects characters in the URL that PostgreSQL cannot store'],
    ),
    hostile(
      65,
      '100,000 and five million levels of nesting',
      [JSON_BODY, 'accepts 32 levels and rejects 33'],
      [
        BODY,
        'rejects bytes, keys and nesting that JSON.parse accepts',
        'accepts one MiB and rejects one byte more',
      ],
    ),
    hostile(
      66,
      '50 MB, 1 GB in chunks, a line of 1 GB, and compressed bodies',
      LOAD,
      [JSON_BODY, 'stops reading past the limit'],
      [BODY, 'rejects a compressed body'],
    ),
    hostile(
      67,
      'numbers that do not fit',
      [PROJECTS, 'rejects invalid values with their positions'],
      ['api/src/kernel/http/contract/schema.test.ts', '… accepts valid and rejects invalid values'],
      [STRICT, 'names each invalid field once, in words'],
    ),
    hostile(
      68,
      'dates and time zones that do not exist',
      [PROJECTS, 'rejects invalid values with their positions'],
      ['api/src/kernel/http/contract/time-zone.test.ts', 'rejects …'],
    ),
    hostile(
      69,
      'malformed and wide ranges',
      [
        'api/src/kernel/http/contract/range.test.ts',
        'rejects X-Range …',
        'rejects two headers',
        'limits a range to 500',
      ],
      [
        'api/src/kernel/http/lists.test.ts',
        'returns at most 500 items and says which',
        'returns an empty array past the end',
        'rejects a malformed X-Range',
      ],
    ),
    hostile(70, 'far pages of many downloads', LOAD, [
      'api/src/kernel/http/lists.test.ts',
      'rejects positions beyond 10,000 of a longer list, and a cursor of another list',
    ]),
    hostile(
      71,
      'a million entries, keys and characters',
      LOAD,
      [JSON_BODY, 'accepts a thousand keys in an object and rejects more'],
      [
        'api/src/kernel/http/validate.test.ts',
        'reports at most 20 errors and repeats no large key',
      ],
    ),
    hostile(72, 'other content types', [
      BODY,
      'rejects other media types and closes the connection',
      'rejects a missing body',
    ]),
    hostile(73, 'slow clients and 5,000 idle connections', fileOf('process'), [
      BODY,
      'closes a connection that sends its headers too slowly',
    ]),
    hostile(74, 'smuggled requests', OWN, [
      BODY,
      'rejects a body that is shorter than its Content-Length',
    ]),
    hostile(75, 'other methods', OWN, [
      METHODS,
      'returns the allowed methods of a path',
      'ignores method override headers',
    ]),
    hostile(76, 'huge heads, URLs, and colliding keys', OWN),
    hostile(77, 'paths that look like other routes', OWN, [
      BODY,
      'finds nothing at malformed paths',
    ]),
    hostile(78, 'HEAD of every GET', OWN, [METHODS, 'answers HEAD like GET without a body']),
    hostile(79, '1,000 aborted requests', LOAD),
    hostile(
      80,
      'anonymous requests to public pages need no database',
      LOAD,
      [
        'api/src/kernel/http/system-routes.test.ts',
        'reports that it is alive without the database',
      ],
      [
        'api/src/operations/metrics/routes.test.ts',
        'serves metrics only locally or with the token',
      ],
    ),
    hostile(81, 'upgrades, and a body that never comes', OWN),
    hostile(82, '50 requests with one idempotency key', [
      'api/src/kernel/http/idempotency.test.ts',
      'creates one record for twenty simultaneous requests with one key',
      'rejects a key with another body',
      'lets two people use the same key',
    ]),
  ],
  controls: [[OWN, 'control: a server with default settings gives way']],
}
