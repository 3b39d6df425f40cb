// Type errors that the compiler must report: an unused `@ts-expect-error` fails `tsc -p web`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { workrequests } from '@reelay/api/contract'
import type { Key, Namespace, TFunction } from './i18n.ts'

const createT =
  <const Names extends Namespace | readonly [Namespace, ...Namespace[]]>(
    _namespaces: Names,
  ): TFunction<Names> =>
  (key) =>
    key

test('reports a missing key as a type error', () => {
  const t = createT('trade')
  assert.equal(t('status.submitted'), 'status.submitted')
  // @ts-expect-error: unknown key
  t('status.forgotten')
  // @ts-expect-error: not a leaf
  t('status')
  const status = 'submitted' as workrequests.Status
  t(`status.${status}`)
  // @ts-expect-error: not every status is a role
  t(`role.${status}`)
  // @ts-expect-error: an arbitrary string
  t(`status.${status as string}`)
})

test('accepts only the requested namespaces', () => {
  const t = createT(['request', 'trade'])
  const status = 'submitted' as workrequests.Status
  assert.equal(t('trade:status.submitted'), 'trade:status.submitted')
  t(`trade:status.${status}`)
  t('request:originalVersion')
  t('originalVersion')
  // @ts-expect-error: a key without a namespace belongs to the first
  t('status.submitted')
  // @ts-expect-error: unknown key in `trade`
  t('trade:originalVersion')
  // @ts-expect-error: `common` was not requested
  t('common:undo')
})

test('uses the key of a plural without its suffix', () => {
  const [stem, whole]: [Key<'order'>, Key] = ['added', 'undo']
  assert.deepEqual([stem, whole], ['added', 'undo'])
  const t = createT('order')
  t('added', { count: 2 })
  // @ts-expect-error: the plural form depends on the language
  t('added_one', { count: 1 })
})

test('accepts text and numbers as values', () => {
  const t = createT('order')
  assert.equal(t('order:added', { count: 2 }), 'order:added')
  // @ts-expect-error: undefined would be shown as nothing
  t('added', { count: undefined })
})

test('a `t` with more keys is assignable to one with fewer', () => {
  const translate = (t: TFunction<'order'>) => t('added')
  assert.equal(translate(createT(['order', 'common'])), 'added')
  // @ts-expect-error: has no key of `order`
  translate(createT('common'))
})
