// Loaded before the child's program: node-av then loads the native module that the operator has built
// (MEDIA_ENGINE) instead of the one in its npm package, which need not be installed.
// JavaScript, like confine.mjs.
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Also written in programs.ts, because this file is loaded without a compiler. */
const ARGUMENT = 'binding='
const argument = process.argv.find((one) => one.startsWith(ARGUMENT))
const url = pathToFileURL(argument.slice(ARGUMENT.length)).href

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier.endsWith('node-av.node')
      ? { url, shortCircuit: true }
      : nextResolve(specifier, context),
})
