import { fileOf, hostile, type HostileClass } from './case.ts'

const OWN = fileOf('content')
const HOSTILE_FILES = 'media/src/hostile-files.nightly.test.ts'
const ENGINE = 'media/src/engine.nightly.test.ts'
const TARGETS = 'api/src/kernel/http/outbound/target-url.test.ts'
const FAILURES = 'api/src/webhooks/failures.test.ts'
const MARKUP = 'subtitles/src/markup.test.ts'
const LINES = 'api/src/translations/lines.test.ts'
const FILES = 'api/src/files/routes.test.ts'
const DOWNLOADS = 'api/src/downloads/content.test.ts'
const UPLOADS = 'api/src/uploads/tus.test.ts'

export const content: HostileClass = {
  name: 'E. Injection, content and media',
  cases: [
    hostile(83, 'SQL and patterns in every filter and id', OWN),
    hostile(84, 'HTML in subtitle lines', OWN, [
      MARKUP,
      'accepts no other tag, whatever is typed',
      'rejects foreign content',
    ]),
    hostile(
      85,
      'unclosed, deep and long lines, and every script',
      [
        MARKUP,
        'rejects unclosed tags',
        'rejects end tags without a start',
        'rejects crossing tags',
        'limits nesting',
        'keeps any script and direction',
      ],
      [
        LINES,
        'returns lines exactly as the translator wrote them',
        'rejects invalid lines with every error and keeps the old ones',
      ],
    ),
    hostile(
      86,
      'impossible times and too many lines',
      [
        LINES,
        'rejects invalid lines with every error and keeps the old ones',
        'accepts the maximum number of lines and rejects more',
      ],
      [
        'api/src/lines/rules/validate.test.ts',
        'requires a line to stop after it starts',
        'requires numbers from 1 without gaps or repetition',
      ],
    ),
    hostile(
      87,
      'hostile subtitle files',
      OWN,
      [
        'api/src/lines/import.test.ts',
        'rejects a file without a good cue with line and column, and stores nothing',
        'leaves out cues that a line cannot store, or rejects the file with their number',
      ],
      [
        'api/src/lines/export.test.ts',
        'exports and imports every format with the same text and times',
      ],
      [
        'subtitles/src/formats/limits.nightly.test.ts',
        'rejects a cue that is too long, whatever it looks like',
        'rejects a file with too many lines, cues, cells or byte pairs',
      ],
      ['subtitles/src/growth.nightly.test.ts', 'reads … in linear time'],
    ),
    hostile(
      88,
      'formulas in exports',
      ['subtitles/src/csv.test.ts', 'escapes formulas but not negative numbers'],
      ['subtitles/src/formats/csv.test.ts', 'escapes formulas and unescapes them again'],
      ['api/src/offlines/rules/export.test.ts', 'escapes cells that look like formulas'],
      [
        'api/src/reports/risk.test.ts',
        'exports all rows unless a range is given and escapes formulas',
      ],
      ['subtitles/src/formats/xlsx/xlsx.test.ts', 'reads back every cell as text'],
    ),
    hostile(
      89,
      'markup and templates in mail and notifications',
      [
        'api/src/notifications/routes.test.ts',
        'turns a name with line breaks and markup into one plain line',
      ],
      ['api/src/notifications/rules/mail-body.test.ts', 'escapes any markup in names'],
      ['api/src/notifications/rules/present.test.ts', 'keeps a title on one line for any name'],
      ['api/src/users/invite.test.ts', 'keeps a name with line breaks out of the mail headers'],
      ['api/src/kernel/mail/queue-mail.test.ts', 'limits a subject to one short line'],
    ),
    hostile(
      90,
      'hostile file names',
      [DOWNLOADS, 'encodes a hostile file name safely in the header'],
      [
        'api/src/downloads/rules.test.ts',
        'makes a one-line ASCII attachment header from any name, from which it can be decoded',
      ],
      [
        FILES,
        'keeps any characters in a name',
        'reports every error of a new file at once, and unknown fields by name',
      ],
    ),
    hostile(
      91,
      'pages and scripts as pictures',
      [DOWNLOADS, 'sends pages, drawings and scripts as safe attachments, whatever their names'],
      ['media/src/formats/media-type.test.ts', '… is …'],
    ),
    hostile(
      92,
      'SVG, PDF and EPS as logo',
      OWN,
      [
        'api/src/assets/change.test.ts',
        'rejects drawings and documents as thumbnail by their contents',
        'rejects the bytes of a drawing for a file that is already a thumbnail',
      ],
      [
        'media/src/analysis.nightly.test.ts',
        'rotates a sideways JPEG and removes its location and camera data',
      ],
    ),
    hostile(
      93,
      'huge pictures and endless films',
      [
        HOSTILE_FILES,
        'rejects a 50,000 × 50,000 image by its header',
        'decodes only one of a million GIF frames',
        'finishes an MP4 that declares a billion frames',
      ],
      [ENGINE, 'kills a process that exceeds its limits, without blaming the file'],
    ),
    hostile(94, 'URLs of private addresses in every field', OWN),
    hostile(
      95,
      'webhooks to private addresses, and hostile receivers',
      [
        TARGETS,
        'rejects loopback and private addresses in every spelling',
        'accepts http and private addresses if allowed, but no data store ports',
      ],
      [
        FAILURES,
        'does not follow redirects',
        'fails on a timeout or a trickling response',
        'fails on broken connections and cuts off an endless response',
      ],
      [
        'api/src/webhooks/visibility.test.ts',
        'does not call a name that resolves to a private address when sending',
        'resolves a name once per attempt and connects only to that address',
      ],
    ),
    hostile(96, 'an archive as material', OWN),
    hostile(97, 'uploads of others, paths and wrong offsets', [
      UPLOADS,
      'rejects a wrong offset, length or protocol version',
      'gives access to its creator only, while they may upload the file',
    ]),
    hostile(98, 'a playlist named .mp4', [
      HOSTILE_FILES,
      '… is rejected with a sentence and opens no connection',
      'does not follow a playlist inside a transport stream, Matroska or MP3',
    ]),
    hostile(99, 'concat scripts and playlists inside subtitles', [
      HOSTILE_FILES,
      '… is rejected with a sentence and opens no connection',
      'ignores a playlist in the subtitles of an AVI',
    ]),
    hostile(100, 'file names that look like options', [
      HOSTILE_FILES,
      'treats a file name that looks like an option as a name',
    ]),
    hostile(
      101,
      'mutated media files',
      fileOf('process'),
      [
        'sandbox/src/sandbox.test.ts',
        'holds a hijacked codec if the service runs as root',
        'holds a hijacked codec if the service runs as an ordinary user',
      ],
      [ENGINE, 'runs the child without network, privileges or environment'],
    ),
    hostile(102, 'bytes that do not match their digest', [
      'api/src/files/content.test.ts',
      'rejects bytes that differ from the declaration and stores nothing',
    ]),
    hostile(
      103,
      'the watermark of the viewer',
      [
        'media/src/watermark.nightly.test.ts',
        'draws the watermark in two places, readable at half the size',
      ],
      [
        'api/src/renditions/watermark.nightly.test.ts',
        'serves no film without a watermark, even by earlier links',
        'does not show a film with the watermark of another viewer',
      ],
    ),
  ],
  controls: [
    [
      OWN,
      'control: an error of PostgreSQL is seen',
      'control: a browser runs the scripts of the texts, and none of what is stored',
      'control: the canary server sees a connection',
    ],
  ],
}
