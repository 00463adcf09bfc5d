declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    /** A number pins the axis of a variable font. */
    variationAxes?: Record<string, number>
  }
  const subsetFont: (font: Buffer, text: string, options?: SubsetOptions) => Promise<Buffer>
  export = subsetFont
}

declare module 'fontkit' {
  interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean
  }

  export function create(bytes: Uint8Array): Font
}
