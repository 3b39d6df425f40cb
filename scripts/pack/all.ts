// npm run pack [-- --out <folder>]: packs the packages that others install.
await import('./client.ts')
await import('./cli.ts')
await import('./libraries.ts')
