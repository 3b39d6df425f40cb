import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  MAX_NAME_LENGTH,
  dcpName,
  deliverableName,
  extensionOf,
  type DcpNameParts,
} from './naming.ts'

const NAMED = {
  project: 'The Great Cat',
  asset: 'Trailer 2 (Intl.)',
  territory: 'DE',
  language: 'deu',
  use: 'Online',
  value: 'Square 1080p',
  version: 2,
  extension: 'mp4',
}
const DCP: DcpNameParts = {
  project: 'The Great Cat Returns',
  asset: 'Trailer',
  assetType: 'trailer.intl',
  territory: 'DE',
  language: 'deu',
  dcpLanguage: 'DE',
  subtitled: true,
  value: '2D Flat',
  version: 1,
  studio: 'Studio a',
  date: '20260801',
}

test('names project, asset, territory, language, use, detail and version', () => {
  assert.equal(
    deliverableName(NAMED),
    'The-Great-Cat_Trailer-2-Intl_DE_deu_Online_Square-1080p_v2.mp4',
  )
  assert.equal(
    deliverableName({ ...NAMED, value: null, extension: '' }),
    'The-Great-Cat_Trailer-2-Intl_DE_deu_Online_v2',
  )
})

test('transliterates accented letters and drops other characters', () => {
  assert.match(
    deliverableName({ ...NAMED, project: 'Straße nach Łódź', asset: '../../etc/passwd' }),
    /^Strasse-nach-lodz_etc-passwd_DE_/,
  )
  assert.match(deliverableName({ ...NAMED, project: '東京物語' }), /^Trailer-2-Intl_DE_/)
})

test('produces a short safe name from any input', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 300 })
  fc.assert(
    fc.property(
      fc.record({
        project: words,
        asset: words,
        territory: fc.string({ maxLength: 3 }),
        language: fc.string({ maxLength: 3 }),
        value: fc.option(words),
        version: fc.integer({ min: 1, max: 999 }),
        extension: words,
        use: fc.constant('Streamingfile'),
      }),
      (named) => {
        const name = deliverableName(named)
        assert.ok(name.length <= MAX_NAME_LENGTH, name)
        assert.match(name, /^[A-Za-z0-9_-]+(\.[a-z0-9]{1,8})?$/)
        assert.ok(name.includes(`Streamingfile`) && name.includes(`_v${named.version}`))
      },
    ),
  )
})

test('shortens a long project name before it displaces the asset', () => {
  const name = deliverableName({ ...NAMED, project: 'x'.repeat(200), asset: 'y'.repeat(200) })
  assert.ok(name.length <= MAX_NAME_LENGTH && /x{12,}_y{12,}_DE/.test(name), name)
  assert.ok(
    deliverableName({ ...NAMED, project: 'Short', asset: 'y'.repeat(200) }).startsWith(
      'Short_yyyyyyyy',
    ),
  )
})

test('fills every field of the DCP naming convention', () => {
  assert.equal(
    dcpName(DCP),
    'The-Great-Cat-R_TLR-1_F_XX-DE_DE-NULL_NULL_NULL_Stud_20260801_NULL_SMPTE_VF',
  )
  assert.match(
    dcpName({ ...DCP, value: '4K Scope', subtitled: false, dcpLanguage: null }),
    /_S_deu-XX_DE-NULL_NULL_4K_/,
  )
})

test('always has twelve fields and a title of at most fifteen characters', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 60 })
  fc.assert(
    fc.property(words, words, words, fc.option(words), (project, assetType, territory, value) => {
      const fields = dcpName({ ...DCP, project, assetType, territory, value }).split('_')
      assert.equal(fields.length, 12)
      assert.ok(fields.every((part) => part.length > 0 && /^[A-Za-z0-9-]+$/.test(part)))
      assert.ok(fields[0]!.length <= 15)
    }),
  )
})

test('recognizes only real file extensions', () => {
  assert.deepEqual(
    ['a.mp4', 'a.tar.gz', 'README', '.', 'a.b c', 'x.verylongending'].map(extensionOf),
    ['mp4', 'gz', '', '', '', ''],
  )
})
