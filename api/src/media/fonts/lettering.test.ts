import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lettering } from './lettering.ts'

const inked = (text: string, capital = 28) =>
  lettering([text], capital).cover.reduce((sum, cover) => sum + cover, 0)

test('every letter of Latin names has a form of its own, accents and all', () => {
  const letters = [
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿŁłŠšŽžČčŘřĘęĄąŐőŰűĞğİıÆæŒœßÞþ@.-_+:/',
  ]
  const forms = new Set(
    letters.map((letter) => Buffer.from(lettering([letter], 40).cover).toString('base64')),
  )
  assert.equal(forms.size, letters.length)
  const missing = Buffer.from(lettering(['\u4e00'], 40).cover).toString('base64')
  assert.ok(!forms.has(missing))
})

test('an accent is the same whether it comes with its letter or after it', () => {
  assert.deepEqual(lettering(['\u00e9'], 20), lettering(['e\u0301'], 20))
})

test('lettering grows with its size, its lines and its weight', () => {
  const one = lettering(['Reel'], 20)
  assert.ok(lettering(['Reel'], 40).width > one.width * 1.8)
  assert.ok(lettering(['Reel', 'Two'], 20).height > one.height * 1.8)
  assert.ok(inked('Reel', 40) > inked('Reel', 20) * 3)
  assert.ok(
    lettering(['Reel'], 20, 1.6).cover.reduce((sum, cover) => sum + cover, 0) >
      inked('Reel', 20) * 1.2,
  )
  assert.equal(inked('   '), 0)
})
