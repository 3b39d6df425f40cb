import { fileOf, hostile, type HostileClass } from './case.ts'

const OWN = fileOf('embargo')
const PROPERTY = 'api/src/access/embargo-property.nightly.test.ts'
const EMBARGO = 'api/src/access/embargo.test.ts'
const LIFECYCLE = 'api/src/access/embargo-lifecycle.test.ts'
const LINKS = 'api/src/kernel/http/auth/signed-link.test.ts'
const KEYS = 'api/src/kernel/http/auth/signing-keys.test.ts'
const CONTENT = 'api/src/downloads/content.test.ts'
const CONFIG = 'api/src/config/config.test.ts'

export const embargo: HostileClass = {
  name: 'C. Embargo and signed links',
  cases: [
    hostile(
      46,
      'every read path to an embargoed file',
      [
        PROPERTY,
        'reveals nothing of an embargoed file on any path and everything once it is lifted',
      ],
      [
        EMBARGO,
        'hides the name, id and preview of an embargoed file from people without embargo.bypass',
        'counts no embargoed file in any total',
        'lists no embargoed file in a work request',
      ],
      [
        'api/src/access/embargo-interference.nightly.test.ts',
        'changes to an embargoed file change no response to an outsider',
      ],
    ),
    hostile(
      47,
      'a new file that weakens the embargo of its asset',
      [LIFECYCLE, 'lets only people with embargo.bypass set, move or lift an embargo'],
      [
        'api/src/access/embargo-other-assets.test.ts',
        "keeps the embargo of a file's own asset when another asset uses it as thumbnail or audio",
      ],
    ),
    hostile(
      48,
      'a shortened or malformed end of an embargo',
      [EMBARGO, 'rejects references, changes and removal of embargoed content'],
      [LIFECYCLE, 'lets only people with embargo.bypass set, move or lift an embargo'],
      [
        'api/src/files/routes.test.ts',
        'reports every error of a new file at once, and unknown fields by name',
      ],
    ),
    hostile(
      49,
      'a link from before the embargo',
      [
        'api/src/access/embargo-links.nightly.test.ts',
        'blocks existing URLs as soon as an embargo starts and allows them as soon as it ends',
      ],
      [EMBARGO, 'rejects earlier download and playback URLs under embargo'],
    ),
    hostile(
      50,
      'the link of another person or session',
      ['api/src/downloads/routes.test.ts', 'limits a URL to its person while they are signed in'],
      [
        'api/src/downloads/links.test.ts',
        'closes the links of a session when it signs out, and only those',
      ],
      [
        'api/src/previews/links.test.ts',
        'is bound to the person and the token it was issued to',
        'rejects the path together with credentials of another person',
      ],
    ),
    hostile(51, 'altered links', OWN, [
      LINKS,
      'rejects a changed claim',
      'rejects a missing, repeated or additional claim',
      'rejects a signature in another case',
      'is valid for one path only',
    ]),
    hostile(
      52,
      'a missing or weak signing key',
      [
        CONFIG,
        'rejects …=… and names the setting',
        'does not repeat a rejected secret in the error',
      ],
      [KEYS, 'generates one key that all processes share'],
      [
        'api/src/kernel/db/encryption/stored-secrets.test.ts',
        'lists every column of the schema that holds a secret',
      ],
      ['api/src/start-failure.test.ts', 'refuses a short signing key without repeating it'],
    ),
    hostile(53, 'rotation of signing keys', [
      KEYS,
      'signs with the newest key and rejects retired ones',
      'signs with a new key only when every process knows it',
      'retires the first key on the second rotation, and all keys after a leak',
    ]),
    hostile(
      54,
      '1,000 ranges, and a range after an embargo',
      [
        CONTENT,
        'serves a range and returns 416 for an invalid one',
        'checks access for each range, so a new embargo ends a download',
      ],
      [
        'api/src/downloads/rules.test.ts',
        'rejects reversed, out-of-bounds, empty, multiple and malformed ranges',
      ],
    ),
    hostile(55, 'the end of an embargo with clocks that are two hours wrong', [
      'api/src/access/embargo-clock.nightly.test.ts',
      "opens every read path at the same instant of the database's clock",
    ]),
    hostile(
      56,
      'a download that cannot be recorded',
      [
        CONTENT,
        'sends no bytes without a record',
        'answers 503 without bytes when the record cannot be written',
      ],
      ['api/src/audit/routes.test.ts', 'records every download before its bytes'],
    ),
    hostile(57, 'a forged host', OWN, [
      'api/src/kernel/http/methods.test.ts',
      'builds links from the configuration, not from the Host header',
    ]),
    hostile(58, 'forwarded headers from an untrusted peer', OWN, [
      'api/src/kernel/http/auth/authenticate.test.ts',
      'ignores X-Forwarded-For of an untrusted proxy',
    ]),
  ],
  controls: [
    [OWN, 'control: the links have the host of the configuration'],
    [
      PROPERTY,
      'reveals nothing of an embargoed file on any path and everything once it is lifted',
      'shows an embargoed file everywhere to people with embargo.bypass, by role or by grant',
    ],
  ],
}
