/**
 * How Node runs an operator's command. An import makes much short-lived garbage, which a large young generation would
 * hoard. The optimizing compiler of the embedded database's WebAssembly takes some 400 MB and makes an import a
 * quarter faster: the memory is worth more.
 */
export const operatorFlags = ['--max-semi-space-size=16', '--liftoff-only']
