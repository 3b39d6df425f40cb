import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isZone } from './zone.ts'

for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Etc/GMT+3']) test(`${name} is a zone`, () => assert.ok(isZone(name)))
for (const name of ['', 'Mars/X', '../../etc/localtime', '+01:00', '-0300', 'europe/berlin/x/y', 'Europe/Berlin\0', 'Europe/ Berlin', 'constructor', '/Europe/Berlin', 'x'.repeat(10_000)])
  test(`${JSON.stringify(name.slice(0, 30))} is none`, () => assert.ok(!isZone(name)))
