import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '@reelay/subtitles/checks'
import { PROFILE_NAMES, profileFor } from '@reelay/subtitles/profiles'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { anyCues, anyOptions } from '../../../subtitles/test/check-inputs.ts'
import { Finding, Limits } from './contract.ts'

test('every finding has the declared shape', () => {
  const shape = Compile(Finding)
  const property = fc.property(anyCues, anyOptions, (cues, options) => {
    for (const finding of check(cues, options))
      assert.ok(shape.Check(finding), JSON.stringify(finding))
  })
  fc.assert(property, { numRuns: 400 })
})

test('the limits of every profile have the declared shape', () => {
  const shape = Compile(Limits)
  for (const name of PROFILE_NAMES) {
    const limits = JSON.parse(JSON.stringify(profileFor(name, 'eng').limits)) as unknown
    assert.ok(shape.Check(limits), `${name} ${JSON.stringify(limits)}`)
  }
})
