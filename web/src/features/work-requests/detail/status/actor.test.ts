import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actorOf } from './actor.ts'

const user = { _id: 'a', name: 'Ada', email: 'ada@example.com', groups: [] } as never
const t = (key: string) => key

test('names the person only if the person changed the status', () => {
  assert.equal(actorOf({ automatic: false, user }, t), 'Ada')
  assert.equal(actorOf({ automatic: true, user }, t), 'automatic')
  assert.equal(
    actorOf({ automatic: true, cause: 'new-offline', user }, t),
    'notifications:automatic.new-offline',
  )
})
