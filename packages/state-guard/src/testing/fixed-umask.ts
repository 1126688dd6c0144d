// What a test makes has the modes that it expects, under whatever umask the suite was started.
process.umask(0o022);
