// Compiles TypeScript sources to JavaScript and declarations for a package.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './tarball.ts'

/**
 * Compiles `src` to `dist`. `paths`: the declarations of our other packages, which have sources in
 * the repository.
 */
export function compilePackage(folder: string, paths: Record<string, string[]> = {}) {
  const compilerOptions = {
    target: 'es2023',
    // What Node 20 has.
    lib: [
      'es2023',
      'es2024.string',
      'esnext.disposable',
      'dom',
      'dom.iterable',
      'dom.asynciterable',
    ],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    rootDir: 'src',
    outDir: 'dist',
    skipLibCheck: true,
    paths,
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['src'] }),
  )
  // The folder may be outside the repository, where dependencies cannot be resolved.
  const dependencies = join(folder, 'node_modules')
  symlinkSync(join(ROOT, 'node_modules'), dependencies)
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: 'inherit',
  })
  rmSync(dependencies)
  for (const path of globSync(join(folder, 'dist/**/*.{js,ts}'))) cleanUp(path)
}

/**
 * Removes JavaScript files that only had types, and fixes the extensions of imports in .d.ts files,
 * which the compiler leaves as they were.
 */
function cleanUp(path: string) {
  const text = readFileSync(path, 'utf8')
  if (/^(\/\/.*\n)*export {};\s*$/.test(text)) rmSync(path)
  else if (path.endsWith('.d.ts'))
    writeFileSync(path, text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}
