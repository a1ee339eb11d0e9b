/** It is handed on as a whole, so nothing of it needs a type. */
declare module 'jquery' {
  const jquery: unknown;
  export = jquery;
}
