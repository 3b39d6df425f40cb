import assert from 'node:assert/strict'
import * as contract from '@reelay/api/contract'
import type { Installation } from '../tools/installation.ts'
import { expectStatus, send } from '../tools/request.ts'
import type { HostileClass } from '../types.ts'
import { forgedHosts, forwardedByStranger } from './hosts.ts'
import {
  alteredLinks,
  createEmbargoedFile,
  hostileRanges,
  linkBeforeEmbargo,
  linkOfAnotherPerson,
  weakSigningKeys,
  weakenedEmbargo,
} from './links.ts'

const PROPERTY = 'api/src/access/embargo-property.test.ts'
const EMBARGO = 'api/src/access/embargo.test.ts'
const LINKS = 'api/src/kernel/http/auth/signed-link.test.ts'
const KEYS = 'api/src/kernel/http/auth/signing-keys.test.ts'
const CONTENT = 'api/src/downloads/content.test.ts'

export const embargo: HostileClass = {
  name: 'C. Embargo and signed links',
  cases: [
    {
      number: 46,
      title: 'every read path to an embargoed file',
      tests: [
        [
          PROPERTY,
          'reveals nothing of an embargoed file on any path and everything once it is lifted',
        ],
        [
          EMBARGO,
          'hides the name, id and preview of an embargoed file from people without embargo.bypass',
        ],
        [EMBARGO, 'counts no embargoed file in any total'],
        [EMBARGO, 'lists no embargoed file in a work request'],
        [
          'api/src/access/embargo-interference.test.ts',
          'changes to an embargoed file change no response to an outsider',
        ],
      ],
    },
    {
      number: 47,
      title: 'a new file that weakens the embargo of its asset',
      tests: [
        [
          'api/src/access/embargo-lifecycle.test.ts',
          'lets only people with embargo.bypass set, move or lift an embargo',
        ],
        [
          'api/src/access/embargo-other-assets.test.ts',
          "keeps the embargo of a file's own asset when another asset uses it as thumbnail or audio",
        ],
      ],
    },
    { number: 48, title: 'a shortened or malformed end of an embargo', run: weakenedEmbargo },
    { number: 49, title: 'a link from before the embargo', run: linkBeforeEmbargo },
    { number: 50, title: 'the link of another person or session', run: linkOfAnotherPerson },
    {
      number: 51,
      title: 'altered links',
      run: alteredLinks,
      tests: [
        [LINKS, 'rejects a changed claim'],
        [LINKS, 'rejects a missing, repeated or additional claim'],
        [LINKS, 'rejects a signature in another case'],
        [LINKS, 'is valid for one path only'],
      ],
    },
    { number: 52, title: 'a missing or weak signing key', run: weakSigningKeys },
    {
      number: 53,
      title: 'rotation of signing keys',
      tests: [
        [KEYS, 'signs with the newest key and rejects retired ones'],
        [KEYS, 'signs with a new key only when every process knows it'],
        [KEYS, 'retires the first key on the second rotation, and all keys after a leak'],
      ],
    },
    {
      number: 54,
      title: '1,000 ranges, and a range after an embargo',
      run: hostileRanges,
      tests: [[CONTENT, 'checks access for each range, so a new embargo ends a download']],
    },
    {
      number: 55,
      title: 'the end of an embargo with clocks that are two hours wrong',
      tests: [
        [
          'api/src/access/embargo-clock.test.ts',
          "opens every read path at the same instant of the database's clock",
        ],
      ],
    },
    {
      number: 56,
      title: 'a download that cannot be recorded',
      tests: [
        [CONTENT, 'sends no bytes without a record'],
        [CONTENT, 'answers 503 without bytes when the record cannot be written'],
        ['api/src/audit/routes.test.ts', 'records every download before its bytes'],
      ],
    },
    { number: 57, title: 'a forged host', run: forgedHosts },
    { number: 58, title: 'forwarded headers from an untrusted peer', run: forwardedByStranger },
  ],
  controls: [
    { title: 'the same file is visible once the embargo is lifted', run: liftedEmbargo },
    { title: 'a host from the configuration is found in the links', run: configuredHost },
  ],
}

async function liftedEmbargo(on: Installation): Promise<string> {
  const id = await createEmbargoedFile(on)
  const read = () => send(on, `/api/files/${id}/content`, { by: on.a.people.vendor })
  expectStatus(await read(), 404)
  await on.a.people.studio.call(contract.files.changeFile, {
    params: { id },
    body: { embargo: { event: false, end: null } },
  })
  assert.equal(expectStatus(await read(), 200).text, 'the film')
  return '404, then 200 with its bytes'
}

/** The check for evil.example would find it: it finds the real host in the same response. */
async function configuredHost(on: Installation): Promise<string> {
  const reply = await send(on, '/api/assets', { by: on.a.people.studio })
  assert.ok(reply.text.includes(`localhost:${on.service.port}`))
  return `localhost:${on.service.port}`
}
