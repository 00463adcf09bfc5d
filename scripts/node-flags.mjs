/**
 * Flags for an operator's command. An import creates much short-lived garbage, which a large young generation would
 * hoard. The optimizing compiler for the embedded database's WebAssembly takes some 400 MB and makes an import a
 * quarter faster: the memory is worth more.
 */
export const operatorFlags = ['--max-semi-space-size=16', '--liftoff-only']

/**
 * Flags for a server. V8's default is a tenth of this, and starting the embedded database alone then keeps its
 * optimizing compiler busy for a second. Now a server's first 200 queries take 40% longer instead, and all others take
 * as long as before.
 */
export const serverFlags = ['--wasm-tiering-budget=130000000']
