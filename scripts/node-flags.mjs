/**
 * How Node runs an operator's command. An import makes much short-lived garbage, which a large young generation would
 * hoard. The optimizing compiler of the embedded database's WebAssembly takes some 400 MB and makes an import a
 * quarter faster: the memory is worth more.
 */
export const operatorFlags = ['--max-semi-space-size=16', '--liftoff-only']

/**
 * How Node runs a server. With V8's default, ten times less, starting the embedded database alone makes its optimizing compiler
 * work for a second; a server's first 200 queries take 40% longer instead, all others as long as before.
 */
export const serverFlags = ['--wasm-tiering-budget=130000000']
