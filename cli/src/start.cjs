#!/usr/bin/env node
// Checks the version of Node before anything else is loaded. Older versions can parse this file,
// but not the program.
'use strict'
const needed = require('../package.json').engines.node.replace('>=', '')
const [major, minor] = process.versions.node.split('.').map(Number)
const [neededMajor, neededMinor] = needed.split('.').map(Number)

if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) {
  void import('./reelay.ts')
} else {
  console.error(
    'reelay: This program needs Node ' +
      needed +
      ' or newer. This is Node ' +
      process.versions.node +
      '. Install a newer one from https://nodejs.org',
  )
  process.exitCode = 1
}
