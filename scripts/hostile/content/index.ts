import type { HostileClass } from '../types.ts'
import { canaryFires, plantedSqlError, rawMarkup } from './controls.ts'
import {
  activeContent,
  archives,
  fileNames,
  foreignUploads,
  mutatedMedia,
  urlFields,
  vectorThumbnails,
  wrongDigest,
} from './files.ts'
import {
  hostileSubtitles,
  impossibleTimes,
  injectedMarkup,
  injectedSql,
  strangeText,
} from './text.ts'

const HOSTILE_FILES = 'api/src/media/hostile-files.test.ts'
const SANDBOX = 'api/src/media/sandbox/sandbox.test.ts'
const TARGETS = 'api/src/kernel/http/outbound/target-url.test.ts'
const WEBHOOK_FAILURES = 'api/src/webhooks/failures.test.ts'
const WEBHOOK_VISIBILITY = 'api/src/webhooks/visibility.test.ts'
const WATERMARK = 'api/src/renditions/watermark.test.ts'

export const content: HostileClass = {
  name: 'E. Injection, content and media',
  cases: [
    { number: 83, title: 'SQL and patterns in every filter and id', run: injectedSql },
    {
      number: 84,
      title: 'HTML in subtitle lines',
      run: injectedMarkup,
      tests: [['subtitles/src/markup.test.ts', 'accepts no other tag, whatever is typed']],
    },
    { number: 85, title: 'unclosed, deep and long lines, and every script', run: strangeText },
    { number: 86, title: 'impossible times and too many lines', run: impossibleTimes },
    { number: 87, title: 'hostile subtitle files', run: hostileSubtitles },
    {
      number: 88,
      title: 'formulas in exports',
      tests: [
        ['subtitles/src/csv.test.ts', 'escapes formulas but not negative numbers'],
        ['subtitles/src/formats/csv.test.ts', 'escapes formulas and unescapes them again'],
        ['api/src/offlines/rules/export.test.ts', 'escapes cells that look like formulas'],
        [
          'api/src/reports/risk.test.ts',
          'exports all rows unless a range is given and escapes formulas',
        ],
        ['subtitles/src/formats/xlsx/xlsx.test.ts', 'reads back every cell as text'],
      ],
    },
    {
      number: 89,
      title: 'markup and templates in mail and notifications',
      tests: [
        [
          'api/src/notifications/routes.test.ts',
          'turns a name with line breaks and markup into one plain line',
        ],
        ['api/src/notifications/rules/mail-body.test.ts', 'escapes any markup in names'],
        ['api/src/notifications/rules/present.test.ts', 'keeps a title on one line for any name'],
        ['api/src/users/invite.test.ts', 'keeps a name with line breaks out of the mail headers'],
        ['api/src/kernel/mail/queue-mail.test.ts', 'limits a subject to one short line'],
      ],
    },
    {
      number: 90,
      title: 'hostile file names',
      run: fileNames,
      tests: [
        [
          'api/src/downloads/rules.test.ts',
          'makes a one-line ASCII attachment header from any name, from which it can be decoded',
        ],
      ],
    },
    { number: 91, title: 'pages and scripts as pictures', run: activeContent },
    { number: 92, title: 'SVG, PDF and EPS as thumbnail or logo', run: vectorThumbnails },
    {
      number: 93,
      title: 'huge pictures and endless films',
      tests: [
        [HOSTILE_FILES, 'rejects a 50,000 × 50,000 image by its header'],
        [HOSTILE_FILES, 'decodes only one of a million GIF frames'],
        [HOSTILE_FILES, 'finishes an MP4 that declares a billion frames'],
        [
          'api/src/media/engine.test.ts',
          'kills a process that exceeds its limits, without blaming the file',
        ],
      ],
    },
    { number: 94, title: 'URLs of private addresses in every field', run: urlFields },
    {
      number: 95,
      title: 'webhooks to private addresses, and hostile receivers',
      tests: [
        [TARGETS, 'rejects loopback and private addresses in every spelling'],
        [TARGETS, 'accepts http and private addresses if allowed, but no data store ports'],
        [WEBHOOK_FAILURES, 'does not follow redirects'],
        [WEBHOOK_FAILURES, 'fails on a timeout or a trickling response'],
        [WEBHOOK_FAILURES, 'fails on broken connections and cuts off an endless response'],
        [
          WEBHOOK_VISIBILITY,
          'does not call a name that resolves to a private address when sending',
        ],
        [WEBHOOK_VISIBILITY, 'resolves a name once per attempt and connects only to that address'],
      ],
    },
    { number: 96, title: 'an archive as material', run: archives },
    { number: 97, title: 'uploads of others, paths and wrong offsets', run: foreignUploads },
    {
      number: 98,
      title: 'a playlist named .mp4',
      tests: [
        [HOSTILE_FILES, '… is rejected with a sentence and opens no connection'],
        [HOSTILE_FILES, 'does not follow a playlist inside a transport stream, Matroska or MP3'],
      ],
    },
    {
      number: 99,
      title: 'concat scripts and playlists inside subtitles',
      tests: [
        [HOSTILE_FILES, '… is rejected with a sentence and opens no connection'],
        [HOSTILE_FILES, 'ignores a playlist in the subtitles of an AVI'],
      ],
    },
    {
      number: 100,
      title: 'file names that look like options',
      tests: [[HOSTILE_FILES, 'treats a file name that looks like an option as a name']],
    },
    {
      number: 101,
      title: '500 mutated media files',
      run: mutatedMedia,
      tests: [
        [SANDBOX, 'holds a hijacked codec if the service runs as root'],
        [SANDBOX, 'holds a hijacked codec if the service runs as an ordinary user'],
        [
          'api/src/media/engine.test.ts',
          'runs the child without network, privileges or environment',
        ],
      ],
    },
    { number: 102, title: 'bytes that do not match their digest', run: wrongDigest },
    {
      number: 103,
      title: 'the watermark of the viewer',
      tests: [
        [
          'api/src/media/watermark.test.ts',
          'draws the watermark in two places, readable at half the size',
        ],
        [WATERMARK, 'serves no film without a watermark, even by earlier links'],
        [WATERMARK, 'does not show a film with the watermark of another viewer'],
      ],
    },
  ],
  controls: [
    { title: 'an SQL error appears in the log of PostgreSQL', run: plantedSqlError },
    { title: 'the canary server sees a connection', run: canaryFires },
    { title: 'markup that is stored past the service is recognized', run: rawMarkup },
  ],
}
