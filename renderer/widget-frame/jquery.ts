import jquery from 'jquery';

// The editor that such widgets are written in has it on every page.
Object.assign(window, { $: jquery, jQuery: jquery });
