// The tests that every storage must pass.
import { test } from 'node:test'
import { startHashing } from '../hashing.ts'
import { createIntake } from '../intake.ts'
import type { Storage } from '../storage.ts'
import { objectTests } from './objects.ts'
import { publishTests } from './publish.ts'
import { sequenceTests } from './sequences.ts'
import type { Check, CreateSetup } from './support.ts'
import { uploadTests } from './uploads.ts'

export function storageSuite(name: string, createSetup: CreateSetup, { runs }: { runs: number }) {
  const hashing = startHashing()
  const createTestIntake = (storage: Storage) => createIntake(storage, hashing)
  const check: Check = (title, body) =>
    void test(`${name}: ${title}`, async (t) => {
      const setup = await createSetup(t)
      if (setup) await body(setup, setup.open())
    })
  objectTests(check, createTestIntake)
  uploadTests(check, createTestIntake)
  publishTests(check, createTestIntake)
  sequenceTests(check, runs)
}
