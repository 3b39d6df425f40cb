// npm run licenses: writes THIRD_PARTY_LICENSES.txt. Fails for a license that is not allowed.
import { readFileSync, writeFileSync } from 'node:fs'
import {
  describeLicenses,
  isAllowed,
  listPackages,
  type Lockfile,
} from './supply-chain/licenses.ts'

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
const packages = listPackages(lockfile)
writeFileSync('THIRD_PARTY_LICENSES.txt', describeLicenses(packages))
for (const { name, version, license } of packages.filter((one) => !isAllowed(one))) {
  console.error(`${name} ${version}: the license "${license}" is not allowed.`)
  process.exitCode = 1
}
