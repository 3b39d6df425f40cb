// What the compiler refuses: each `@ts-expect-error` that expects in vain is itself an error of
// `tsc -p web`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { workrequests } from '@reelay/api/contract'
import type { Key, Namespace, TFunction } from './i18n.ts'

const say =
  <const Asked extends Namespace | readonly [Namespace, ...Namespace[]]>(
    _asked: Asked,
  ): TFunction<Asked> =>
  (key) =>
    key

test('a key that the English file lacks is a type error', () => {
  const t = say('trade')
  assert.equal(t('status.submitted'), 'status.submitted')
  // @ts-expect-error: there is no such status
  t('status.forgotten')
  // @ts-expect-error: a family is not a word
  t('status')
  const status = 'submitted' as workrequests.Status
  t(`status.${status}`)
  // @ts-expect-error: not each status is the name of a role
  t(`role.${status}`)
  // @ts-expect-error: any word at all might stand there
  t(`status.${status as string}`)
})

test('a namespace before the key is one that was asked for', () => {
  const t = say(['request', 'trade'])
  const status = 'submitted' as workrequests.Status
  assert.equal(t('trade:status.submitted'), 'trade:status.submitted')
  t(`trade:status.${status}`)
  t('request:originalVersion')
  t('originalVersion')
  // @ts-expect-error: without one, a key is of the first
  t('status.submitted')
  // @ts-expect-error: the trade has no such word
  t('trade:originalVersion')
  // @ts-expect-error: `common` was not asked for
  t('common:undo')
})

test('what counts is asked for by its stem', () => {
  const [stem, whole]: [Key<'order'>, Key] = ['added', 'undo']
  assert.deepEqual([stem, whole], ['added', 'undo'])
  const t = say('order')
  t('added', { count: 2 })
  // @ts-expect-error: which plural it is, the language says
  t('added_one', { count: 1 })
})

test('what is filled in is text or a number', () => {
  const t = say('order')
  assert.equal(t('order:added', { count: 2 }), 'order:added')
  // @ts-expect-error: it would stand there as nothing
  t('added', { count: undefined })
})

test('who gives another a `t` gives one that knows as much', () => {
  const takes = (t: TFunction<'order'>) => t('added')
  assert.equal(takes(say(['order', 'common'])), 'added')
  // @ts-expect-error: this one knows no word of the order
  takes(say('common'))
})
