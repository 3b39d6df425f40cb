import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedRequest } from '../../../test/stored-requests.ts'
import { materialsFor, openMaterials, subtitlesState, orderedTranslations } from './materials.ts'

const dng = (dialogue: string[], graphics: string[] = [], narration: string[] = []) => ({
  dng: { dialogue, graphics, narration },
})

test('derives materials from the ordered treatments', () => {
  assert.deepEqual(materialsFor(dng(['OV'], ['OV'], ['OV'])), [])
  assert.deepEqual(materialsFor(dng(['Dubbed'])), ['Dubbed'])
  assert.deepEqual(materialsFor(dng([], [], ['Dubbed'])), ['Dubbed'])
  assert.deepEqual(materialsFor(dng(['Subtitled'], ['Dedicated'], ['Dubbed'])), [
    'Dubbed',
    'Graphics',
    'Subtitled',
  ])
  assert.deepEqual(
    materialsFor(dng(['Dedicated', 'Whispered'])),
    [],
    'Dedicated applies to graphics only',
  )
  assert.deepEqual(materialsFor(dng([], ['Subtitled'])), ['Subtitled'])
})

test('needs the dialogue translation for speech and the graphics translation for graphics', () => {
  const request = storedRequest('submitted')
  const ordered = (...parts: Parameters<typeof dng>) =>
    orderedTranslations({ ...request, ...dng(...parts) }).map((translation) =>
      translation === request.translation ? 'translation' : 'graphics',
    )
  assert.deepEqual(ordered(['Subtitled']), ['translation'])
  assert.deepEqual(ordered([], [], ['Subtitled']), ['translation'])
  assert.deepEqual(ordered([], ['Subtitled']), ['graphics'])
  assert.deepEqual(ordered(['Subtitled'], ['Subtitled']), ['translation', 'graphics'])
  assert.deepEqual(ordered(['Dubbed'], ['Dedicated']), [])
})

test('completes and approves subtitles together with their translations', () => {
  const state = (translation: string, graphics: string) => {
    const request = { ...storedRequest('submitted'), ...dng(['Subtitled'], ['Subtitled']) }
    return subtitlesState({
      ...request,
      translation: { ...request.translation, status: translation as never },
      graphicsTranslation: { ...request.graphicsTranslation, status: graphics as never },
    })
  }
  assert.deepEqual(state('submitted', 'approved'), { complete: true, approved: false })
  assert.deepEqual(state('approved', 'approved'), { complete: true, approved: true })
  assert.deepEqual(state('approved', 'rejected'), { complete: false, approved: false })
  assert.deepEqual(state('incomplete', 'approved'), { complete: false, approved: false })
})

test('keeps a material open until complete, and graphics until approved if required', () => {
  const request = storedRequest('submitted')
  const open = (requireGraphicsApproval: boolean, ...materials: [string, boolean, boolean][]) =>
    openMaterials({
      materials: materials.map(([name, complete, approved]) => ({
        name,
        complete,
        approved,
        files: [],
      })),
      asset: {
        ...request.asset,
        workflow: {
          ...request.asset.workflow,
          definition: { ...request.asset.workflow.definition, requireGraphicsApproval },
        },
      },
    })
  assert.deepEqual(open(true, ['Dubbed', true, false], ['Graphics', true, false]), ['Graphics'])
  assert.deepEqual(open(false, ['Dubbed', true, false], ['Graphics', true, false]), [])
  assert.deepEqual(open(false, ['Dubbed', false, false], ['Graphics', true, true]), ['Dubbed'])
})
